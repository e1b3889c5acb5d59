//@ unsafe
//@ by: explicit
//@ twin: seats_are_taken_from_the_free_ones
// Between the two steps a seat is neither free nor taken.
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int free_seats = 5, taken;
void *worker(void *unused) {
    __VERIFIER_atomic_begin();
    free_seats--;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    taken++;
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
