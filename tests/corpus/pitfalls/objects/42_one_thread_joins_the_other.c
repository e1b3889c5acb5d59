//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 42_two_threads_join_each_other
// Only the second waits.
#include <pthread.h>

pthread_t a, b;

void *first(void *unused) {
    return 0;
}

void *second(void *unused) {
    pthread_join(a, 0);
    return unused;
}

int main(void) {
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_exit(0);
}
