//@ assertions: unsafe  data-race: unsafe  others: safe
//@ by: explicit
//@ twin: condition_reads_once
// x != x reads x twice.
#include <assert.h>
#include <pthread.h>

int x;

void *first(void *unused) {
    if (x != x)
        assert(0);
    return unused;
}

void *second(void *unused) {
    x = 1;
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
