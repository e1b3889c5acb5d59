//@ arithmetic: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 77_shift_by_less
// A shift by the width is undefined.
int main(void) {
    int width = 32;
    return 1u << width;
}
