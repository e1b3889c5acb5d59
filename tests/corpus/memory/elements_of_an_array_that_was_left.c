//@ memory: unsafe
//@ twin: elements_up_to_the_count
//@ domain: 0 3
// An array of that length lies in a block that was left.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 2)
        return 0;
    int *kept;
    {
        int cells[n];
        for (int i = 0; i < n; i++)
            cells[i] = 0;
        kept = cells;
    }
    for (int i = 0; i < n; i++)
        kept[i] = 1;
    return 0;
}
