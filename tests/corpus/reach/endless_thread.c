//@ assertions: unsafe  others: safe
//@ by: explicit
//@ twin: written_before_endless_loop
// An endless thread does not keep the others from running.
#include <assert.h>
#include <pthread.h>


void *first(void *unused) {
    for (;;)
        ;
    return unused;
}

void *second(void *unused) {
    assert(0);
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
