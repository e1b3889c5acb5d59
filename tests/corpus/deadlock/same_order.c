//@ all: safe
//@ by: explicit static
//@ twin: opposite_order
// Both threads take the locks in the same order.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;

void *first(void *unused) {
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&n);
    pthread_mutex_unlock(&n);
    pthread_mutex_unlock(&m);
    return unused;
}

void *second(void *unused) {
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&n);
    pthread_mutex_unlock(&n);
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
