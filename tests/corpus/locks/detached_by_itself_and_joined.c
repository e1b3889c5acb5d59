//@ locks: unsafe
//@ twin: detached_in_each_round
//@ domain: 0 1
// The thread that detaches itself is joined.
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
        pthread_create(&id, 0, log_it, 0);
        pthread_join(id, 0);
    } while (__VERIFIER_nondet_int());
    return 0;
}
