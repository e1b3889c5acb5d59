//@ safe
//@ by: explicit static
//@ twin: created_while_the_lock_was_free
// The thread between can lock, and create the last one, only after main has unlocked.
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
    x = 1;
    pthread_mutex_unlock(&m);
    return 0;
}
