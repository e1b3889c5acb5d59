//@ safe
//@ by: compositional
//@ twin: seats_are_taken_in_two_steps
// Free and taken seats are five together, however many threads take one.
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int free_seats = 5, taken;
void *worker(void *unused) {
    __VERIFIER_atomic_begin();
    free_seats--, taken++;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    assert(free_seats + taken == 5);
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    free_seats++, taken--;
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
