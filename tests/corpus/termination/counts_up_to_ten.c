//@ termination: safe
//@ fair-termination: safe
//@ by: explicit
//@ twin: counts_past_ten
// A counter comes by what it looks for.
int main(void) {
    unsigned char i = 0;
    while (i != 10) i += 2;
    return 0;
}
