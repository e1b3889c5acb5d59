//@ safe
//@ by: explicit bmc
//@ twin: grows_by_one_between_test_and_write
// Who tests and writes in one section never counts past the end.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int x;

void *worker(void *unused) {
    for (int k = 0; k < 3; k++) {
        __VERIFIER_atomic_begin();
        if (x < 4)
            x++;
        __VERIFIER_atomic_end();
    }
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    worker(0);
    assert(x <= 4);
    return 0;
}
