//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 61_unused_pointer_loops
// A pointer that is never used does not keep the program from ending.
int main(void) {
    int b = 1;
    int *unused = &b;
    (void)unused;
    while (b)
        b = 0;
    return 0;
}
