//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 19_joined_by_another_thread
// main does not wait for the one that waits.
#include <assert.h>
#include <pthread.h>

int x;

void *first(void *unused) {
    x = 1;
    return unused;
}

void *second(void *p) {
    pthread_join(*(pthread_t *)p, 0);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, &a);
    x = 2;
    assert(x == 2);
    pthread_join(b, 0);
    return 0;
}
