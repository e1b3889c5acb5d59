//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 47_message_passing_by_operators_reversed
// Message passing with the operators of _Atomic: sequentially consistent by C11.
#include <assert.h>
#include <pthread.h>

_Atomic int data, ready;

void *sender(void *unused) {
    data = 1;
    ready = 1;
    return unused;
}

void *receiver(void *unused) {
    int r1 = ready;
    int r2 = data;
    assert(!(r1 == 1 && r2 == 0));
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, sender, 0);
    pthread_create(&t2, 0, receiver, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
