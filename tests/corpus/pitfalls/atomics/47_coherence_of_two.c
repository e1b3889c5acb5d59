//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 47_coherence
// Of two variables they may.
#include <assert.h>
#include <pthread.h>

_Atomic int x, y;

void *writer(void *unused) {
    x = 1;
    y = 2;
    return unused;
}

void *reader(void *unused) {
    int a = x, b = y;
    assert(a <= b);
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, writer, 0);
    pthread_create(&t2, 0, reader, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
