//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: loop_condition_is_read_each_time
// x never falls again.
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
    x = 2;
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
