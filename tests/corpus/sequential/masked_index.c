//@ safe
//@ twin: index_masked_too_widely
//@ by: sequential
// A mask keeps an index small.
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned i = 0;
    while (1) {
        i = (i + __VERIFIER_nondet_uint()) & 7;
        assert(i < 8);
    }
}
