//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 71_bit_fields_read_and_written
// Both read.
#include <assert.h>
#include <pthread.h>

struct {
    unsigned a : 4;
    unsigned b : 4;
} s;

void *first(void *unused) {
    assert(s.a == 0);
    return unused;
}

void *second(void *unused) {
    assert(s.b == 0);
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
