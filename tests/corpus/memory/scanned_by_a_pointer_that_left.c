//@ memory: unsafe
//@ twin: scanned_before_the_threads
//@ domain: 0 4
// A pointer comes to the end of its array before the thread is created, and is followed when the thread has ended.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static int cells[4];

static void *work(void *argument) {
    return argument;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 4)
        return 0;
    int *cell = cells + n;
    pthread_t id;
    pthread_create(&id, 0, work, 0);
    pthread_join(id, 0);
    return *cell;
}
