//@ unsafe
//@ property: assertions
//@ by: explicit
// Each function of its family is called, with and without use of its value: the trace must replay event for event.
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

int main(void) {
    _Atomic int x;
    atomic_init(&x, 1);
    int e = 1;
    if (atomic_compare_exchange_weak(&x, &e, 7)) assert(x == 7);
    else assert(x == 1 && e == 1);
    e = 55;
    assert(!atomic_compare_exchange_weak(&x, &e, 7));
    atomic_compare_exchange_weak(&x, &e, 7);
    assert(0);
    return 0;
}
