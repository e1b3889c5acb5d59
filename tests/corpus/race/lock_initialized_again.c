//@ data-race: unsafe  locks: unsafe  others: safe
//@ by: explicit
//@ twin: lock_initialized_first
// A thread initializes the mutex while the other one may hold it: then both hold it.
#include <pthread.h>

int x;
pthread_mutex_t m;

void *writer(void *unused) {
    pthread_mutex_lock(&m);
    x = 1;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, 0, writer, 0);
    pthread_mutex_init(&m, 0);
    pthread_mutex_lock(&m);
    x = 2;
    pthread_mutex_unlock(&m);
    pthread_join(a, 0);
    return 0;
}
