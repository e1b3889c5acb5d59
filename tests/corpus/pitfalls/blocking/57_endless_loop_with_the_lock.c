//@ deadlock: unsafe  others: safe
//@ termination: unsafe
//@ by: explicit
//@ twin: 57_endless_loop_after_unlock
// The lock is never released: the second thread waits for it in every continuation, while the first one runs for ever. That is
// a deadlock, and the assertion is never reached.
#include <assert.h>
#include <pthread.h>

int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *first(void *unused) {
    pthread_mutex_lock(&m);
    x = 1;
    while (1)
        ;
    return unused;
}

void *second(void *unused) {
    pthread_mutex_lock(&m);
    assert(x == 0);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(b, 0);
    return 0;
}
