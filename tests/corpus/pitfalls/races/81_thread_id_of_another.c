//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 81_thread_id
// Created before, it is known.
#include <pthread.h>

pthread_t a, b;

void *first(void *unused) {
    return unused;
}

void *second(void *unused) {
    pthread_join(a, 0);
    return unused;
}

int main(void) {
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(b, 0);
    return 0;
}
