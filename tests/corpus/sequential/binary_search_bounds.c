//@ safe
//@ twin: binary_search_bounds_cross
//@ by: sequential
//@ open: assertions: the candidates of the invariant take long to be judged on a loaded machine
// Low stays below high.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned low = 0, high = 100;
    while (low < high) {
        unsigned middle = low + (high - low) / 2;
        assert(middle < high);
        if (__VERIFIER_nondet_int())
            low = middle + 1;
        else
            high = middle;
    }
    assert(low <= 100);
    return 0;
}
