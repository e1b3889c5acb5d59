//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 61_main_joins_what_loops
// The loop ends.
#include <pthread.h>

void *looper(void *unused) {
    for (int i = 0; i < 3; i++)
        ;
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, looper, 0);
    pthread_join(t, 0);
    return 0;
}
