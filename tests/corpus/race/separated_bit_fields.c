//@ all: safe
//@ by: explicit
//@ twin: neighbouring_bit_fields
// A bit-field of width 0 separates memory locations.
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
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
