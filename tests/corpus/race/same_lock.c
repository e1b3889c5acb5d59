//@ all: safe
//@ by: explicit
//@ twin: after_unlock
// Both threads hold the lock.
#include <pthread.h>

int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *first(void *unused) {
    pthread_mutex_lock(&m);
    x = 1;
    pthread_mutex_unlock(&m);
    return unused;
}

void *second(void *unused) {
    pthread_mutex_lock(&m);
    x = 2;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
