//@ safe
//@ by: ranking
//@ twin: steps_over_the_end_of_the_range
// An odd counter comes to the largest number.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned counter = __VERIFIER_nondet_uint(), bound = __VERIFIER_nondet_uint();
    while (counter < bound) counter += 1;
    return 0;
}
