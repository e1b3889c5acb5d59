//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 34_failing_trylock_orders_nothing
// A flag under the lock orders them.
#include <pthread.h>

int x, f;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *first(void *unused) {
    x = 1;
    pthread_mutex_lock(&m);
    f = 1;
    pthread_mutex_unlock(&m);
    return unused;
}

void *second(void *unused) {
    pthread_mutex_lock(&m);
    if (f)
        x = 2;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
