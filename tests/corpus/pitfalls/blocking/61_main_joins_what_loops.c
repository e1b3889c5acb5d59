//@ all: safe
//@ termination: unsafe
//@ by: explicit
//@ twin: 61_main_joins_what_ends
// main waits for a thread that never ends: every execution is endless, and it is no deadlock.
#include <pthread.h>

void *looper(void *unused) {
    for (;;)
        ;
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, looper, 0);
    pthread_join(t, 0);
    return 0;
}
