//@ unsafe
//@ by: explicit
// The other thread looks through a pointer, without the lock.
#include <assert.h>
#include <pthread.h>

int g;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *first(void *unused) {
    pthread_mutex_lock(&m);
    g = 1;
    g = 2;
    pthread_mutex_unlock(&m);
    return unused;
}

void *second(void *unused) {
    int *p = &g;
    assert(*p != 1);
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
