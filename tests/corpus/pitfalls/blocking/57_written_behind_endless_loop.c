//@ all: safe
//@ termination: unsafe
//@ by: explicit
//@ twin: 57_written_before_endless_loop
// Behind it nothing is written, and nothing races.
#include <assert.h>
#include <pthread.h>

int x;

void *first(void *unused) {
    while (1)
        ;
    x = 1;
    return unused;
}

void *second(void *unused) {
    assert(x == 0);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(b, 0);
    return 0;
}
