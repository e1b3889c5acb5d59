//@ termination: unsafe
//@ fair-termination: unsafe
//@ by: explicit
//@ twin: goes_back_until_it_is_done
// The jump leads in front of where the counter begins.
int main(void) {
    int x;
    again:
    x = 0;
    x++;
    if (x < 3) goto again;
    return 0;
}
