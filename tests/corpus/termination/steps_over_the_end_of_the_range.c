//@ unsafe
//@ by: ranking
//@ twin: steps_onto_the_end_of_the_range
// If the bound is the largest number and the counter is even, the counter is less than the bound for ever: two things that only together stay true.
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned char counter = __VERIFIER_nondet_uchar(), bound = __VERIFIER_nondet_uchar();
    while (counter < bound) counter += 2;
    return 0;
}
