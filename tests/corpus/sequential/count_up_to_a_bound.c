//@ safe
//@ twin: count_past_a_bound
//@ by: sequential
// A loop of unknown length: the counter ends at its bound.
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    unsigned i = 0;
    while (i < n)
        i++;
    assert(i == n);
    return 0;
}
