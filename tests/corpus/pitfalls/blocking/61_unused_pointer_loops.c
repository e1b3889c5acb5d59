//@ all: safe
//@ termination: unsafe
//@ by: explicit
//@ twin: 61_unused_pointer
// Through the pointer the loop starts over each time.
int main(void) {
    int b = 1;
    int *unused = &b;
    (void)unused;
    while (b)
        b = 0, *unused = 1;
    return 0;
}
