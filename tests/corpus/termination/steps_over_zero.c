//@ termination: unsafe
//@ fair-termination: unsafe
//@ by: ranking
//@ twin: steps_onto_zero
// Of an odd number two at a time leave an odd one.
int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned i = (unsigned)__VERIFIER_nondet_int();
    while (i != 0) i += 2;
    return 0;
}
