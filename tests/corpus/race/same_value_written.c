//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: atomic_counter
// Two writes race even if they write the same value.
#include <pthread.h>

int x;

void *first(void *unused) {
    x = 1;
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
