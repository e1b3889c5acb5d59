//@ all: safe
//@ twin: exits_early_behind_an_attempt_to_join
//@ by: bmc explicit lazy
//@ open: data-race: a failing attempt orders nothing, which hides races from bmc and lazy
// The thread leaves by pthread_exit in front of the last statement of its function. main sees its write, and its attempt to
// join succeeds or finds the thread still running.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

static _Atomic int stage;

static void *work(void *is_short) {
    stage = 1;
    if (is_short) {
        pthread_exit(0);
    }
    stage = 2;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, __VERIFIER_nondet_bool() ? &thread : 0);
    if (stage == 1) {
        int code = pthread_tryjoin_np(thread, 0);
        assert(code == 0 || code == EBUSY);
    }
    return 0;
}
