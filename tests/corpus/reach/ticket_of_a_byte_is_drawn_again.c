//@ unsafe
//@ by: explicit
//@ twin: counter_of_a_word_is_never_zero
// The thread that draws the 257th ticket has the one of the first thread.
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
unsigned char next, served;
int inside;
void *worker(void *unused) {
    unsigned char ticket;
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
