//@ unsafe
//@ property: assertions
//@ by: explicit
// Each function of its family is called, with and without use of its value: the trace must replay event for event.
#include <assert.h>
#include <pthread.h>
#include <time.h>

pthread_mutex_t m, n;
int x;
void *f(void *p) {
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return 0;
}

void *g(void *p) {
    if (pthread_mutex_trylock(&m) == 0) {
        x++;
        pthread_mutex_unlock(&m);
    }
    struct timespec s = { 0, 0 };
    if (!pthread_mutex_timedlock(&m, &s)) pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, f, 0);
    pthread_create(&b, 0, g, 0);
    pthread_mutexattr_t t;
    pthread_mutexattr_init(&t);
    pthread_mutexattr_settype(&t, PTHREAD_MUTEX_ERRORCHECK);
    int k;
    pthread_mutexattr_gettype(&t, &k);
    pthread_mutexattr_setpshared(&t, 0);
    pthread_mutex_init(&n, &t);
    pthread_mutexattr_destroy(&t);
    pthread_mutex_lock(&n);
    k = pthread_mutex_lock(&n);
    k = pthread_mutex_unlock(&n);
    k = pthread_mutex_unlock(&n);
    pthread_mutex_destroy(&n);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(0);
    return 0;
}
