//@ termination: safe
//@ fair-termination: safe
//@ by: ranking
//@ twin: counts_for_ever
// After four billion rounds.
int main(void) {
    unsigned n = 0;
    do n++; while (n);
    return 0;
}
