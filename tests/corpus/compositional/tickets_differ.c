//@ safe
//@ twin: tickets_are_drawn_in_two_steps
// Threads draw tickets: who holds the lowest one is alone. What one thread knows of itself is not enough.
#include <assert.h>
#include <pthread.h>
void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
unsigned char next, served;
int inside;
void *worker(void *unused) {
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(next < 200);
    unsigned char mine = next;
    next++;
    __VERIFIER_atomic_end();
    __VERIFIER_assume(served == mine);
    inside = 1;
    assert(inside == 1);
    inside = 0;
    served++;
    return 0;
}
int main(void) {
    pthread_t t;
    for (int i = 0; i < 2; i++)
        pthread_create(&t, 0, worker, 0);
    pthread_exit(0);
}
