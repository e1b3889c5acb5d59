//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 02_compound_locked
//@ hangs-on-order: assertions
// x += y may read x, then both of the other thread's writes happen, then it reads y: 0 + 1.
#include <assert.h>
#include <pthread.h>

int x, y;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *first(void *unused) {
    x += y;
    return unused;
}

void *second(void *unused) {
    x = 10;
    y = 1;
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(x != 1);
    return 0;
}
