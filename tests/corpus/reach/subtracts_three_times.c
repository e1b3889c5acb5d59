//@ unsafe
//@ by: explicit bmc
//@ twin: subtracts_in_turn
// From four and one, one thread comes to the greatest common divisor in three rounds that do something.
#include <assert.h>
#include <pthread.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

unsigned a, b;

void *first(void *unused) {
    while (a != b) {
        __VERIFIER_atomic_begin();
        if (a > b)
            a = a - b;
        __VERIFIER_atomic_end();
    }
    return unused;
}

void *second(void *unused) {
    while (a != b) {
        __VERIFIER_atomic_begin();
        if (b > a)
            b = b - a;
        __VERIFIER_atomic_end();
    }
    return unused;
}

int main(void) {
    pthread_t t, u;
    a = __VERIFIER_nondet_uchar();
    b = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(a > 0 && a < 5 && b > 0 && b < 5);
    unsigned x = a, y = b, start = a;
    while (x != y)
        if (x > y)
            x = x - y;
        else
            y = y - x;
    pthread_create(&t, 0, first, 0);
    pthread_create(&u, 0, second, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(a == x && (start != 4 || a != 1));
    return 0;
}
