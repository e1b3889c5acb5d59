//@ data-race: unsafe
//@ twin: creation_tested_later
//@ domain: 0 1
// The result of the creation is replaced on one path before it is tested.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static int count;

static void *work(void *argument) {
    count++;
    return argument;
}

int main(void) {
    pthread_t thread;
    long error = pthread_create(&thread, 0, work, 0);
    if (__VERIFIER_nondet_int())
        error = 1;
    if (error > 0) {
        count = -1;
        return 1;
    }
    pthread_join(thread, 0);
    return count;
}
