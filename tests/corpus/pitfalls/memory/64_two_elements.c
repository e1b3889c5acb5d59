//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 64_same_element
// Two threads write two elements.
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
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(data[0] == 1 && data[1] == 1);
    return 0;
}
