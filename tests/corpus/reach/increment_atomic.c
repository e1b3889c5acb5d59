//@ all: safe
//@ by: explicit
//@ twin: atomic_load_and_store
// x++ on an _Atomic object is one step.
#include <assert.h>
#include <pthread.h>

_Atomic int x;

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
