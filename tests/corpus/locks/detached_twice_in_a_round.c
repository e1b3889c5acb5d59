//@ locks: unsafe
//@ twin: detached_in_each_round
//@ domain: 0 1
// The thread for a connection is detached again before the next one is created.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static void *serve(void *argument) {
    return argument;
}

static void *log_it(void *argument) {
    pthread_detach(pthread_self());
    return argument;
}

int main(void) {
    do {
        pthread_t id;
        if (pthread_create(&id, 0, serve, 0) != 0)
            continue;
        pthread_detach(id);
        pthread_detach(id);
    } while (__VERIFIER_nondet_int());
    return 0;
}
