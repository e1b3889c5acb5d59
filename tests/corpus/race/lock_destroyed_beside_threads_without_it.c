//@ data-race: safe  locks: safe  others: safe
//@ by: static
//@ twin: lock_destroyed_beside_a_grandchild_with_it
// A worker leaves a thread behind. When main has joined the worker and destroys the lock, that thread may still run, but it does not
// use the lock.
#include <pthread.h>

int x;
pthread_mutex_t m;

void *left_behind(void *unused) {
    return unused;
}

void *work(void *unused) {
    pthread_t thread;
    pthread_create(&thread, 0, left_behind, 0);
    pthread_mutex_lock(&m);
    x = 1;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_mutex_init(&m, 0);
    pthread_create(&thread, 0, work, 0);
    pthread_mutex_lock(&m);
    x = 2;
    pthread_mutex_unlock(&m);
    pthread_join(thread, 0);
    pthread_mutex_destroy(&m);
    return 0;
}
