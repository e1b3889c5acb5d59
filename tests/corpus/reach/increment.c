//@ assertions: unsafe  data-race: unsafe  others: safe
//@ by: explicit
//@ twin: increment_atomic
// x++ is a read and a write: one of the two can be lost.
#include <assert.h>
#include <pthread.h>

int x;

void *first(void *unused) {
    x++;
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
