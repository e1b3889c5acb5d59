//@ termination: unsafe
//@ fair-termination: unsafe
//@ by: explicit
//@ twin: wraps_around_to_zero
// An odd counter is never zero.
int main(void) {
    unsigned char c = 1;
    while (c) c += 2;
    return 0;
}
