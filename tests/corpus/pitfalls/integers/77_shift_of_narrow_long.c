//@ arithmetic: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 77_shift_of_long
//@ data-model: ilp32
// Not everywhere.
int main(void) {
    int width = 32;
    return (1ul << width) != 0;
}
