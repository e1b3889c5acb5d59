//@ termination: safe
//@ fair-termination: safe
//@ by: explicit
//@ twin: goes_back_before_the_start
// A loop by goto.
int main(void) {
    int x = 0;
    again:
    x++;
    if (x < 3) goto again;
    return 0;
}
