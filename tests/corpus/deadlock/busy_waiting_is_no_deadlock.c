//@ safe
//@ by: explicit
// A thread that loops for ever can always go on.
#include <pthread.h>

volatile int never;

void *worker(void *unused) {
    while (!never)
        ;
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    return 0;
}
