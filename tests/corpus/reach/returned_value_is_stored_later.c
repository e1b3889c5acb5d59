//@ assertions: unsafe  data-race: unsafe  others: safe
//@ by: explicit
//@ twin: returned_value_plus_one
// x = notify() stores 1 before the next statement stores 2.
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
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
