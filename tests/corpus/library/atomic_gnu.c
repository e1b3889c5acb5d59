//@ unsafe
//@ property: assertions
//@ by: explicit
// Each function of its family is called, with and without use of its value: the trace must replay event for event.
#include <assert.h>

int main(void) {
    int x = 0, v = 3, r;
    unsigned char c = 0;
    __atomic_load(&x, &r, 5);
    __atomic_store(&x, &v, 5);
    __atomic_exchange(&x, &v, &r, 5);
    r = __atomic_load_n(&x, 5);
    __atomic_store_n(&x, 3, 5);
    r = __atomic_exchange_n(&x, 4, 5);
    r = __atomic_fetch_add(&x, 1, 5) + __atomic_add_fetch(&x, 1, 5) + __atomic_fetch_nand(&x, 1, 5) + __atomic_nand_fetch(&x, 3, 5);
    int ex = 3;
    r = __atomic_compare_exchange_n(&x, &ex, 5, 0, 5, 5);
    r = __atomic_compare_exchange_n(&x, &ex, 5, 1, 5, 5);
    r = __atomic_compare_exchange(&x, &ex, &v, 0, 5, 5);
    r = __atomic_compare_exchange(&x, &ex, &v, 1, 5, 5);
    r = __atomic_test_and_set(&c, 5);
    __atomic_clear(&c, 5);
    __atomic_thread_fence(5);
    __atomic_fetch_sub(&x, 1, 0);
    assert(0);
    return 0;
}
