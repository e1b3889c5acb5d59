//@ termination: unsafe
//@ fair-termination: unsafe
//@ by: explicit
//@ twin: counts_up_to_ten
// A counter steps over what it looks for, wraps around, and steps over it again.
int main(void) {
    unsigned char i = 0;
    while (i != 10) i += 4;
    return 0;
}
