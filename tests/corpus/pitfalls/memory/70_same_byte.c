//@ data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 70_bytes_of_one_int
// The same byte.
#include <assert.h>
#include <pthread.h>

int x;

void *first(void *unused) {
    ((unsigned char *)&x)[0] = 1;
    return unused;
}

void *second(void *unused) {
    ((unsigned char *)&x)[0] = 1;
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(x == 1);
    return 0;
}
