//@ safe
//@ twin: ticket_is_drawn_in_two_steps
// All tickets that wait lie between the one that is served and the next one, though both numbers begin anew at the end of their range.
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
unsigned next, served;
int inside;
void *worker(void *unused) {
    unsigned ticket;
    __VERIFIER_atomic_begin();
    ticket = next++;
    __VERIFIER_atomic_end();
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
