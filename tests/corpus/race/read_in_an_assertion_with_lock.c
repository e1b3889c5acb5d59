//@ assertions: unsafe  others: safe
//@ twin: read_in_a_failing_assertion
// The assertion fails all the same, but a lock keeps the accesses apart.
#include <pthread.h>

void __VERIFIER_assert(int);

int one, other;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *first(void *arg) {
    pthread_mutex_lock(&lock);
    one++;
    one++;
    other++;
    pthread_mutex_unlock(&lock);
    return 0;
}

void *second(void *arg) {
    pthread_mutex_lock(&lock);
    one++;
    __VERIFIER_assert(one <= other);
    other++;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
