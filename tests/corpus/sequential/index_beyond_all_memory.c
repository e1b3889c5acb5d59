//@ safe
//@ twin: index_in_memory
// An index so large that its number of bytes wraps: it is no access to the first element.
#include <assert.h>
int a[4];
unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    unsigned long i = 0x4000000000000000ul;
    if (__VERIFIER_nondet_ulong() == 1)
        i = 1;
    a[i] = 7;
    assert(a[0] == 0);
    return 0;
}
