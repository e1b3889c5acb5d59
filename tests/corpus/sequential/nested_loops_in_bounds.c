//@ safe
//@ twin: nested_loops_out_of_bounds
//@ by: sequential
//@ open: assertions: the candidates of the invariant take long to be judged on a loaded machine
// Two nested loops.
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n < 1000);
    for (unsigned i = 0; i < n; i++) {
        for (unsigned j = i; j < n; j++)
            assert(j < n);
    }
    return 0;
}
