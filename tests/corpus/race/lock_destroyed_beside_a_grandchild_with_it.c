//@ data-race: unsafe  locks: unsafe  others: safe
//@ by: explicit
//@ twin: lock_destroyed_beside_threads_without_it
// A worker leaves a thread behind that uses the lock. Main has joined the worker only, and initializes the lock anew.
#include <pthread.h>

int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *left_behind(void *unused) {
    pthread_mutex_lock(&m);
    x = 1;
    pthread_mutex_unlock(&m);
    return unused;
}

void *work(void *unused) {
    pthread_t thread;
    pthread_create(&thread, 0, left_behind, 0);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    pthread_mutex_init(&m, 0);
    pthread_mutex_lock(&m);
    x = 2;
    pthread_mutex_unlock(&m);
    return 0;
}
