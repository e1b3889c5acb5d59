//@ all: safe
//@ by: explicit
//@ twin: join_only_one
// Both threads are joined before main reads.
#include <pthread.h>

int x;

void *first(void *unused) {
    return unused;
}

void *second(void *unused) {
    x = 1;
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return x;
}
