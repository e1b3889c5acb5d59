//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 18_only_one_joined
// For both.
#include <assert.h>
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
    x = 2;
    assert(x == 2);
    return 0;
}
