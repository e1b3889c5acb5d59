//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 81_value_discarded
// An address reads nothing.
#include <pthread.h>

int x;

void *first(void *unused) {
    (void)&x;
    return unused;
}

void *second(void *unused) {
    x = 1;
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
