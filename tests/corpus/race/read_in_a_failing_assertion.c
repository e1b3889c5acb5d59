//@ assertions: unsafe  data-race: unsafe  others: safe
//@ twin: read_in_an_assertion_with_lock
// The assertion reads what the other thread is about to write, and fails in the same step.
#include <pthread.h>

void __VERIFIER_assert(int);

int one, other;

void *first(void *arg) {
    one++;
    one++;
    other++;
    return 0;
}

void *second(void *arg) {
    one++;
    __VERIFIER_assert(one <= other);
    other++;
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
