//@ data-race: unsafe  arithmetic: unsafe  others: safe
//@ by: explicit
//@ twin: division_by_nonzero
// A shift by 32 is out of range.
#include <pthread.h>

unsigned n, y;

void *first(void *unused) {
    y = 1u << n;
    return unused;
}

void *second(void *unused) {
    n = 32;
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
