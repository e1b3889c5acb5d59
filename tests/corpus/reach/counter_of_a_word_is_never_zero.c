//@ safe
//@ by: compositional
//@ twin: counter_of_a_byte_is_zero_again
// So many threads do not run at the same time.
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
unsigned there;
void *worker(void *unused) {
    __VERIFIER_atomic_begin();
    there += 2;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    assert(there > 0);
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    there -= 2;
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
