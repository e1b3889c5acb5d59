//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: division_by_zero
// The divisor is 1 or 2.
#include <pthread.h>

int x = 1, y;

void *first(void *unused) {
    y = 6 / x;
    return unused;
}

void *second(void *unused) {
    x = 2;
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
