//@ locks: unsafe
//@ twin: detached_in_each_round
//@ domain: 0 1
// One thread is created, and a loop detaches it as often as an input says.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static void *serve(void *argument) {
    return argument;
}

int main(void) {
    pthread_t id;
    pthread_create(&id, 0, serve, 0);
    do
        pthread_detach(id);
    while (__VERIFIER_nondet_int());
    return 0;
}
