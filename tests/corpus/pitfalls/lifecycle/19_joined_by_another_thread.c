//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 19_joined_by_another_thread_too_late
// A thread joins its elder sister and is joined by main: both are over.
#include <assert.h>
#include <pthread.h>

int x;

void *first(void *unused) {
    x = 1;
    return unused;
}

void *second(void *p) {
    pthread_join(*(pthread_t *)p, 0);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, &a);
    pthread_join(b, 0);
    x = 2;
    assert(x == 2);
    return 0;
}
