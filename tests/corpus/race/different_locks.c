//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: same_lock
// Each thread holds a lock, but not the same.
#include <pthread.h>

int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;

void *first(void *unused) {
    pthread_mutex_lock(&m);
    x = 1;
    pthread_mutex_unlock(&m);
    return unused;
}

void *second(void *unused) {
    pthread_mutex_lock(&n);
    x = 2;
    pthread_mutex_unlock(&n);
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
