//@ arithmetic: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 77_shift_by_less
// By a negative number it is undefined, too.
int main(void) {
    int width = -1;
    return 1u << width;
}
