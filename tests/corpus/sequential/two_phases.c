//@ safe
//@ twin: two_phases_out_of_step
//@ by: sequential
//@ open: assertions: the candidates of the invariant take long to be judged on a loaded machine
// First up, then down.
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i = 0;
    if (n > 1000)
        return 0;
    while (i < n)
        i++;
    while (i > 0) {
        assert(i <= n);
        i--;
    }
    assert(i == 0);
    return 0;
}
