//@ unsafe
//@ twin: masked_index
//@ by: sequential
//@ domain: 0 8
// A mask keeps an index small.
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned i = 0;
    while (1) {
        i = (i + __VERIFIER_nondet_uint()) & 15;
        assert(i < 8);
    }
}
