//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 79_compound_literal_of_a_block
// In the outermost block it lives as long as the function.
int main(void) {
    int *p;
    p = (int[]){1, 2};
    return p[1];
}
