//@ safe
//@ by: explicit
// What each atomic operation returns and leaves behind.
#include <assert.h>
#include <limits.h>
#include <stdatomic.h>

int main(void) {
    atomic_int a = 5;
    assert(atomic_load(&a) == 5 && atomic_fetch_add(&a, 3) == 5 && atomic_fetch_sub(&a, 1) == 8);
    assert(atomic_fetch_or(&a, 8) == 7 && atomic_fetch_and(&a, 12) == 15 && atomic_fetch_xor(&a, 5) == 12);
    assert(atomic_exchange(&a, 40) == 9 && a == 40);
    int expected = 41;
    assert(!atomic_compare_exchange_strong(&a, &expected, 50) && expected == 40 && a == 40);
    assert(atomic_compare_exchange_strong(&a, &expected, 50) && a == 50);
    atomic_store(&a, INT_MAX);
    assert(atomic_fetch_add(&a, 1) == INT_MAX && a == INT_MIN);
    atomic_flag flag = ATOMIC_FLAG_INIT;
    assert(!atomic_flag_test_and_set(&flag) && atomic_flag_test_and_set(&flag));
    atomic_flag_clear(&flag);
    assert(!atomic_flag_test_and_set(&flag));
    atomic_thread_fence(memory_order_seq_cst);
    assert(atomic_is_lock_free(&a));
    unsigned char small = 250;
    assert(__atomic_add_fetch(&small, 10, __ATOMIC_SEQ_CST) == 4);
    assert(__atomic_fetch_nand(&small, 6, __ATOMIC_SEQ_CST) == 4 && small == 251);
    assert(__sync_fetch_and_add(&small, 1) == 251 && __sync_sub_and_fetch(&small, 2) == 250);
    assert(__sync_bool_compare_and_swap(&small, 250, 1) && __sync_val_compare_and_swap(&small, 250, 2) == 1);
    assert(__sync_lock_test_and_set(&small, 7) == 1);
    __sync_lock_release(&small);
    assert(small == 0);
    int plain = 3, other = 4, target = 0;
    __atomic_load(&plain, &target, __ATOMIC_SEQ_CST);
    assert(target == 3);
    __atomic_store(&plain, &other, __ATOMIC_SEQ_CST);
    __atomic_exchange(&plain, &target, &other, __ATOMIC_SEQ_CST);
    assert(plain == 3 && other == 4 && target == 3);
    assert(__atomic_compare_exchange(&plain, &target, &other, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) && plain == 4);
    assert(!__atomic_compare_exchange_n(&plain, &target, 9, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) && target == 4);
    _Bool taken = 0;
    assert(!__atomic_test_and_set(&taken, __ATOMIC_SEQ_CST) && taken);
    __atomic_clear(&taken, __ATOMIC_SEQ_CST);
    assert(!taken);
    int array[3], *_Atomic place = array;
    int *old = __sync_fetch_and_add((int **)&place, sizeof(int));
    assert(old == array && place == array + 1);
    return 0;
}
