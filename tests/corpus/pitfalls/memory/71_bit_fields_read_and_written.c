//@ data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 71_bit_fields_read_only
// One reads what the other does not write, and yet it is the same location.
#include <assert.h>
#include <pthread.h>

struct {
    unsigned a : 4;
    unsigned b : 4;
} s;

void *first(void *unused) {
    s.a = 1;
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
