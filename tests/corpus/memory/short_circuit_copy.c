//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: short_circuit_null
// The copy stays as it was.
#include <pthread.h>

int g;
int *p = &g;

void *first(void *unused) {
    int *copy = p;
    if (copy && *copy)
        return 0;
    return unused;
}

void *second(void *unused) {
    p = 0;
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
