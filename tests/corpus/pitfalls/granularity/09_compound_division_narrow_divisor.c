//@ arithmetic: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 09_compound_division_is_wide
// A cast narrows the divisor to 0.
int main(void) {
    signed char b = 100;
    int a = 256;
    b /= (signed char)a;
    return 0;
}
