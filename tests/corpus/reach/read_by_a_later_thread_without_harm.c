//@ all: safe
//@ twin: read_by_a_later_thread
//@ by: explicit
//@ domain: 0 1 2
// What main chose is read by a thread that it creates afterwards.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int x;
_Atomic int turn;

void *other(void *unused) {
    turn = 1;
    return unused;
}

void *reader(void *unused) {
    assert(x != 3);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, other, 0);
    int n = __VERIFIER_nondet_int();
    if (n == 0)
        x = 0;
    else if (n == 1)
        x = 1;
    else
        x = 2;
    turn = 2;
    pthread_create(&b, 0, reader, 0);
    pthread_join(b, 0);
    pthread_join(a, 0);
    return 0;
}
