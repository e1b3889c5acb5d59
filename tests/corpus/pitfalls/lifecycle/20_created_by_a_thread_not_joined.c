//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 20_created_by_a_thread_joined
// A thread creates another and ends; main joins the first only.
#include <assert.h>
#include <pthread.h>

int x;

void *second(void *unused) {
    x = 1;
    return unused;
}

void *first(void *unused) {
    pthread_t t;
    pthread_create(&t, 0, second, 0);
    return 0;
}

int main(void) {
    pthread_t t1;
    pthread_create(&t1, 0, first, 0);
    pthread_join(t1, 0);
    x = 2;
    assert(x == 2);
    return 0;
}
