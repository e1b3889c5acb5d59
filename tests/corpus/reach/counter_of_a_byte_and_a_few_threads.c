//@ safe
//@ twin: counter_of_a_byte_and_enough_threads
// Three threads add no more than six.
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
unsigned char there;
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
    for (int i = 0; i < 3; i++) {
        pthread_t t;
        pthread_create(&t, 0, worker, 0);
    }
    return 0;
}
