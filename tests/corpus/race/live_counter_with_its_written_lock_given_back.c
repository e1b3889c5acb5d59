//@ data-race: unsafe
//@ twin: live_counter_interrupted
// A function that is called between the read of a counter and its change gives back the lock, which the program wrote itself, and takes it
// again: a change of another thread is lost.
#include <pthread.h>

extern void __VERIFIER_assume(int);

int m, live, data;
pthread_mutex_t data_lock = PTHREAD_MUTEX_INITIALIZER;

void __VERIFIER_atomic_acquire(void) {
    __VERIFIER_assume(m == 0);
    m = 1;
}

void __VERIFIER_atomic_release(void) {
    __VERIFIER_assume(m == 1);
    m = 0;
}

void let_others_in(void) {
    __VERIFIER_atomic_release();
    __VERIFIER_atomic_acquire();
}

void *work(void *argument) {
    pthread_mutex_lock(&data_lock);
    data++;
    pthread_mutex_unlock(&data_lock);
    __VERIFIER_atomic_acquire();
    int found = live;
    let_others_in();
    live = found - 1;
    __VERIFIER_atomic_release();
    return 0;
}

int main(void) {
    pthread_t id;
    for (int i = 0; i < 2; i++) {
        __VERIFIER_atomic_acquire();
        int found = live;
        let_others_in();
        live = found + 1;
        __VERIFIER_atomic_release();
        pthread_create(&id, 0, work, 0);
    }
    __VERIFIER_atomic_acquire();
    while (live) {
        __VERIFIER_atomic_release();
        __VERIFIER_atomic_acquire();
    }
    __VERIFIER_atomic_release();
    return data;
}
