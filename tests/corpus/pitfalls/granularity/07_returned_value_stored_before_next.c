//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 07_returned_value_stored_locked
// The assignment of a returned value is a step of its own, and others see it.
#include <assert.h>
#include <pthread.h>

int x;

int notify(void) {
    return 1;
}

void *first(void *unused) {
    x = notify();
    x = 2;
    return unused;
}

void *second(void *unused) {
    assert(x != 1);
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
