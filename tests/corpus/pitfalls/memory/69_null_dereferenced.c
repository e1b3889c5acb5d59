//@ memory: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 69_null_checked
// Null.
int *p;

int main(void) {
    return *p;
}
