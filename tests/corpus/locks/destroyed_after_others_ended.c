//@ all: safe
//@ by: explicit bmc
//@ twin: destroyed_while_others_run
// Nobody is left who could use it.
#include <pthread.h>

pthread_mutex_t m;

void *worker(void *unused) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_mutex_init(&m, 0);
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    pthread_mutex_destroy(&m);
    return 0;
}
