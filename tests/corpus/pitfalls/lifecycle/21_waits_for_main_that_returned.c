//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 21_waits_for_main_that_ended_its_thread
// The loop may be entered, but its end is never reached: only the end of the process sets nothing.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume(int);

int d;

void *worker(void *unused) {
    __VERIFIER_assume(d == 1);
    assert(0);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    return 0;
}
