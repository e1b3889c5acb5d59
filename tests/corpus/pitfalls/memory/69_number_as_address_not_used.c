//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 69_number_as_address
// Not followed, it harms nobody.
int main(void) {
    int *p = (int *)65;
    return p == 0;
}
