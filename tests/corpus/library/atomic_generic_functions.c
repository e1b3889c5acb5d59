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
    atomic_int y = 2;
    int e = 1;
    int r = atomic_load(&x);
    atomic_store(&x, 3);
    r = atomic_exchange(&x, 4);
    atomic_exchange(&x, 5);
    r = atomic_fetch_add(&x, 1);
    atomic_fetch_sub(&x, 1);
    atomic_fetch_or(&x, 8);
    atomic_fetch_and(&x, 12);
    atomic_fetch_xor(&x, 1);
    r = atomic_compare_exchange_strong(&x, &e, 9);
    atomic_compare_exchange_strong(&x, &e, 9);
    atomic_flag f = ATOMIC_FLAG_INIT;
    r = atomic_flag_test_and_set(&f);
    atomic_flag_clear(&f);
    atomic_flag_test_and_set_explicit(&f, memory_order_acquire);
    atomic_thread_fence(memory_order_seq_cst);
    atomic_signal_fence(memory_order_seq_cst);
    x += 2;
    x++;
    --y;
    r = x *= 2;
    atomic_bool b;
    atomic_init(&b, 1);
    b = 0;
    r = atomic_load(&b);
    assert(0);
    return 0;
}
