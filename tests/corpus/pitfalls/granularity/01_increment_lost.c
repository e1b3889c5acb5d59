//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 01_increment_locked
// x++ is a read and a write: both threads may read 0.
#include <assert.h>
#include <pthread.h>

int x;

void *first(void *unused) {
    x++;
    return unused;
}

void *second(void *unused) {
    x++;
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(x == 2);
    return 0;
}
