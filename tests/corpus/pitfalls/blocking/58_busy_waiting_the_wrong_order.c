//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: unsafe
//@ by: explicit
//@ twin: 58_busy_waiting_for_a_plain_flag
// The flag is set too early.
#include <assert.h>
#include <pthread.h>

int d, f;

void *first(void *unused) {
    f = 1;
    d = 1;
    return unused;
}

void *second(void *unused) {
    while (!f)
        ;
    assert(d == 1);
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
