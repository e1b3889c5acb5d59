//@ unsafe
//@ by: explicit
//@ twin: created_after_the_lock_was_free
// Main locks after it has created the thread between.
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
    pthread_create(&a, 0, between, 0);
    pthread_mutex_lock(&m);
    x = 1;
    pthread_mutex_unlock(&m);
    return 0;
}
