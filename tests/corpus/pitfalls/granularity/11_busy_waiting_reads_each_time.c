//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: unsafe
//@ by: explicit
//@ twin: 11_busy_waiting_then_grows
// The loop ends with x at 1; the assertion reads it again.
#include <assert.h>
#include <pthread.h>

int x;

void *first(void *unused) {
    while (x < 1)
        ;
    assert(x >= 1);
    return unused;
}

void *second(void *unused) {
    x = 1;
    x = 0;
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
