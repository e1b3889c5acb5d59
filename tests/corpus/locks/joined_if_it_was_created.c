//@ all: safe
//@ by: static explicit
//@ domain: 0 1
//@ twin: joined_if_it_was_created_or_not
// The thread is created on each path.
#include <pthread.h>

static pthread_t thread;

static void *worker(void *unused) {
    return unused;
}

int __VERIFIER_nondet_int(void);

int main(void) {
    int wanted = __VERIFIER_nondet_int();
    if (wanted)
        wanted = 2;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    return 0;
}
