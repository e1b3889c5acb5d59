//@ termination: unsafe  others: safe
//@ twin: cycle_for_no_input
// The input has too many values to look at each, but from 0 the values go round: 0, 1, 4, 5.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    x &= 7;
    while (x != 3)
        x = (x * 3 + 1) & 7;
}
