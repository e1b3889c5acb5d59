//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: atomic_counter
// volatile is not atomic.
#include <pthread.h>

volatile int x;

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
    return 0;
}
