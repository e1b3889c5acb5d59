//@ unsafe
//@ by: explicit
//@ twin: counter_of_a_byte_and_a_few_threads
// 128 threads are just enough for the counter to be zero again.
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
    for (int i = 0; i < 128; i++) {
        pthread_t t;
        pthread_create(&t, 0, worker, 0);
    }
    return 0;
}
