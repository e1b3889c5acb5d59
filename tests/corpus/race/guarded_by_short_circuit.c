//@ all: safe
//@ by: explicit
//@ twin: in_a_condition
// b is only read if a is not 0, and it is.
#include <pthread.h>

int a, b;

void *first(void *unused) {
    int r = a && b;
    (void)r;
    return unused;
}

void *second(void *unused) {
    b = 1;
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
