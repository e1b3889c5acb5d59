//@ all: safe
//@ by: explicit
//@ twin: load_and_store_are_two
// No update is lost.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>


atomic_int x;

void *increment(void *arg) {
    atomic_fetch_add(&x, 1);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, increment, 0);
    pthread_create(&b, 0, increment, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2);
    return 0;
}
