//@ data-race: unsafe  termination: unsafe  others: safe
//@ by: explicit bmc
//@ twin: acquired_by_a_section_that_fails_loudly
// The lock of many a benchmark: a function that is an atomic section, with its outcome behind a pointer.
#include <assert.h>
#include <pthread.h>

int f, x;

void __VERIFIER_atomic_exchange(int *place, int old, int new, int *is_done) {
    if (*place == old) {
        *place = new;
        *is_done = 1;
    } else {
        *is_done = 0;
    }
}

void *worker(void *unused) {
    int is_mine;
    __VERIFIER_atomic_exchange(&f, 0, 1, &is_mine);
    while (!is_mine) {
        __VERIFIER_atomic_exchange(&f, 0, 1, &is_mine);
    }
    x++;
    f = 0;
    return 0;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, 0, worker, 0);
    worker(0);
    pthread_join(a, 0);
    assert(x == 2);
}
