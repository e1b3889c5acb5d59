//@ unsafe
//@ by: explicit
//@ twin: tickets_are_served_in_turn
// Two threads may draw the same ticket.
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
unsigned next, served;
int inside;
void *worker(void *unused) {
    unsigned ticket = next;
    next = ticket + 1;
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(served == ticket);
    __VERIFIER_atomic_end();
    inside++;
    assert(inside == 1);
    inside--;
    __VERIFIER_atomic_begin();
    served++;
    __VERIFIER_atomic_end();
    return unused;
}
int main(void) {
    for (;;) {
        pthread_t t;
        pthread_create(&t, 0, worker, 0);
    }
    return 0;
}
