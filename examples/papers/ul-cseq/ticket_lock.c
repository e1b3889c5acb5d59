/*
 * A ticket lock for two threads, for ever: who comes draws a number, and waits until it is served. The numbers come round. Where a
 * ticket is not drawn in one step (-D UNSAFE), two threads may have the same one.
 *
 *   raddle check --engine sequential -p assertions examples/papers/ul-cseq/ticket_lock.c
 *   VERDICT: SAFE
 */
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

unsigned next, served;
int inside;

void *customer(void *unused) {
    while (1) {
#ifndef UNSAFE
        __VERIFIER_atomic_begin();
#endif
        unsigned mine = next;
        next = mine + 1;
#ifndef UNSAFE
        __VERIFIER_atomic_end();
#endif
        while (served != mine) ;
        inside++;
        assert(inside == 1);
        inside--;
        served = served + 1;
    }
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, customer, 0);
    pthread_create(&b, 0, customer, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
