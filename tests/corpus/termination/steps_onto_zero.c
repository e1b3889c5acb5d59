//@ termination: safe
//@ fair-termination: safe
//@ by: ranking
//@ twin: steps_over_zero
// One at a time come by zero.
int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned i = (unsigned)__VERIFIER_nondet_int();
    while (i != 0) i++;
    return 0;
}
