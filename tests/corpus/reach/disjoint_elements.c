//@ all: safe
//@ by: explicit
//@ twin: compound_reads_left_first
// Both writes survive.
#include <assert.h>
#include <pthread.h>

int data[2];

void *first(void *unused) {
    data[0] = 1;
    return unused;
}

void *second(void *unused) {
    data[1] = 1;
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(data[0] == 1 && data[1] == 1);
    return 0;
}
