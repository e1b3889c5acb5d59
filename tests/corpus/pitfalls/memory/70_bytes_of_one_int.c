//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 70_bytes_and_the_int
// Two threads write two bytes of one int: two memory locations.
#include <assert.h>
#include <pthread.h>

int x;

void *first(void *unused) {
    ((unsigned char *)&x)[0] = 1;
    return unused;
}

void *second(void *unused) {
    ((unsigned char *)&x)[1] = 1;
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(x == 257);
    return 0;
}
