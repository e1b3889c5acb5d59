//@ safe
//@ by: ranking
//@ twin: steps_over_the_end_of_the_range
// An odd counter comes to the largest number.
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned char counter = __VERIFIER_nondet_uchar(), bound = __VERIFIER_nondet_uchar();
    while (counter < bound) counter += 1;
    return 0;
}
