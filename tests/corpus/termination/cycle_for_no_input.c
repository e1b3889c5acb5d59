//@ termination: safe  others: safe
//@ twin: cycle_for_some_input
// Every value comes down to 3.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    x &= 7;
    while (x > 3)
        x = x - 1;
}
