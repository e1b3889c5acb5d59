//@ all: safe
//@ termination: unsafe
//@ by: explicit
//@ twin: 61_main_joins_what_ends
// main may end the process, and it may wait for ever to be scheduled.
#include <pthread.h>

void *looper(void *unused) {
    for (;;)
        ;
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, looper, 0);
    return 0;
}
