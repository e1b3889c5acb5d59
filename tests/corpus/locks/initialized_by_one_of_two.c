//@ all: safe
//@ by: explicit bmc
//@ twin: initialized_by_two
// Only one of them does.
#include <pthread.h>

pthread_mutex_t m;

void *worker(void *unused) {
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_mutex_init(&m, 0);
    pthread_join(t, 0);
    return 0;
}
