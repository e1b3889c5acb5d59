//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 03_difference_of_a_copy
// x - x is not 0 if x changes between the reads.
#include <assert.h>
#include <pthread.h>

int x;
int *p = &x;

void *first(void *unused) {
    assert(*p - x == 0);
    return unused;
}

void *second(void *unused) {
    x = 1;
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
