//@ assertions: unsafe  data-race: unsafe  others: safe
//@ by: explicit
//@ twin: atomic_function
// Any other function does not.
#include <assert.h>
#include <pthread.h>

int x;

void increment(void) {
    x++;
}

void *first(void *unused) {
    increment();
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, first, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2);
    return 0;
}
