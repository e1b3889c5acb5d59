//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 02_compound_atomic_reads_right_side_before
// The atomic step of += uses the current x: if it saw y at 1 before x was 10, the write of 10 comes later.
#include <assert.h>
#include <pthread.h>

_Atomic int x, y;

void *first(void *unused) {
    x += y;
    return unused;
}

void *second(void *unused) {
    x = 10;
    y = 1;
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(x == 10 || x == 11);
    return 0;
}
