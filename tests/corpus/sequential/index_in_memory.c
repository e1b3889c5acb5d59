//@ unsafe
//@ twin: index_beyond_all_memory
// With the index 0 instead of 1 there is an access to the first element.
#include <assert.h>
int a[4];
unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    unsigned long i = 0x4000000000000000ul;
    if (__VERIFIER_nondet_ulong() == 1)
        i = 0;
    a[i] = 7;
    assert(a[0] == 0);
    return 0;
}
