//@ unsafe
//@ by: explicit
//@ twin: created_after_the_lock_was_free
// Main has the lock when it creates the thread and when it writes, but not all the time between.
#include <pthread.h>

int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_t a, b;

void *last(void *unused) {
    x = 2;
    return unused;
}

void *between(void *unused) {
    pthread_mutex_lock(&m);
    pthread_create(&b, 0, last, 0);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_mutex_lock(&m);
    pthread_create(&a, 0, between, 0);
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    x = 1;
    pthread_mutex_unlock(&m);
    return 0;
}
