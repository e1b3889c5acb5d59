//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 71_neighbouring_bit_fields
// A field of width 0 separates them.
#include <assert.h>
#include <pthread.h>

struct {
    unsigned a : 4;
    unsigned : 0;
    unsigned b : 4;
} s;

void *first(void *unused) {
    s.a = 1;
    return unused;
}

void *second(void *unused) {
    s.b = 1;
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(s.a == 1 && s.b == 1);
    return 0;
}
