//@ termination: unsafe
//@ fair-termination: unsafe
//@ by: explicit
//@ twin: counts_down_to_zero
// An unsigned counter is never below zero.
int main(void) {
    for (unsigned char i = 9; i >= 0; i--)
        ;
    return 0;
}
