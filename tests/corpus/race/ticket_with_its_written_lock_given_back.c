//@ data-race: unsafe
//@ twin: live_counter_interrupted
// Between the read of the next ticket and the step that adds one, a thread gives back the lock, which the program wrote itself: two threads
// draw the same ticket.
#include <pthread.h>

extern void __VERIFIER_assume(int);

int m, next, data[4];

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
    __VERIFIER_atomic_acquire();
    int found = next;
    let_others_in();
    int ticket = next;
    next = found + 1;
    __VERIFIER_atomic_release();
    data[ticket] = 1;
    return 0;
}

int main(void) {
    pthread_t id;
    for (int i = 0; i < 3; i++)
        pthread_create(&id, 0, work, 0);
    return 0;
}
