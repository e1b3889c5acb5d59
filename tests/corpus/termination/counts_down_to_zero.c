//@ termination: safe
//@ fair-termination: safe
//@ by: explicit
//@ twin: counts_down_below_zero
// An unsigned counter stops at zero.
int main(void) {
    for (unsigned char i = 9; i > 0; i--)
        ;
    return 0;
}
