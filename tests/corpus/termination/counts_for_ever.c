//@ termination: unsafe
//@ fair-termination: unsafe
//@ by: ranking
//@ twin: counts_until_it_is_zero_again
// No state comes back for four billion rounds.
int main(void) {
    unsigned n = 0;
    while (1) n++;
    return 0;
}
