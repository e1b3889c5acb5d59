//@ assertions: unsafe  data-race: unsafe  others: safe
//@ by: explicit
//@ twin: endless_thread
// What a thread wrote is seen even if it never ends.
#include <assert.h>
#include <pthread.h>

int x;

void *first(void *unused) {
    x = 1;
    for (;;)
        ;
    return unused;
}

void *second(void *unused) {
    assert(x == 0);
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
