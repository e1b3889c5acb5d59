//@ unsafe
//@ by: ranking
//@ twin: steps_onto_the_end_of_the_range
// If the bound is the largest number and the counter is even, the counter is less than the bound for ever: two things that only together stay true.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned counter = __VERIFIER_nondet_uint(), bound = __VERIFIER_nondet_uint();
    while (counter < bound) counter += 2;
    return 0;
}
