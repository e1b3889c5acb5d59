//@ unsafe
//@ property: assertions
//@ by: explicit
// Each function of its family is called, with and without use of its value: the trace must replay event for event.
#include <assert.h>

int main(void) {
    int x = 0, r;
    int a[3];
    int *p = a;
    r = __sync_fetch_and_add(&x, 2) + __sync_add_and_fetch(&x, 2) + __sync_fetch_and_sub(&x, 1) + __sync_sub_and_fetch(&x, 1) + __sync_fetch_and_or(&x, 1) + __sync_or_and_fetch(&x, 1) + __sync_fetch_and_and(&x, 1) + __sync_and_and_fetch(&x, 1) + __sync_fetch_and_xor(&x, 1) + __sync_xor_and_fetch(&x, 1) + __sync_fetch_and_nand(&x, 1) + __sync_nand_and_fetch(&x, 1);
    r = __sync_bool_compare_and_swap(&x, r, 2);
    r = __sync_val_compare_and_swap(&x, 1, 2);
    r = __sync_lock_test_and_set(&x, 1);
    __sync_lock_release(&x);
    __sync_synchronize();
    int *o = __sync_fetch_and_add(&p, 4);
    o = __atomic_add_fetch(&p, 4, 5);
    __sync_bool_compare_and_swap(&p, a, 0);
    assert(0);
    return 0;
}
