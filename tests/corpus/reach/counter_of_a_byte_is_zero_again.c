//@ unsafe
//@ by: explicit
//@ twin: counter_of_a_word_is_never_zero
// It is zero when 128 threads have added two and none has taken it back.
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
    for (;;) {
        pthread_t t;
        pthread_create(&t, 0, worker, 0);
    }
    return 0;
}
