//@ data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 32_mutex_orders
// Woken or not: the signal by itself orders nothing, and x is written outside the lock, after the signal.
#include <pthread.h>

int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

void *waiter(void *unused) {
    pthread_mutex_lock(&m);
    pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    x = 2;
    return unused;
}

void *setter(void *unused) {
    x = 1;
    pthread_cond_signal(&c);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, waiter, 0);
    pthread_create(&b, 0, setter, 0);
    pthread_join(b, 0);
    return 0;
}
