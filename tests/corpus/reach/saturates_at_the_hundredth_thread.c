//@ unsafe
//@ by: explicit
//@ twin: saturates_behind_the_hundredth_thread
// The hundredth thread adds the last one.
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
unsigned char there;
void *worker(void *unused) {
    __VERIFIER_atomic_begin();
    if (there < 100) there++;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    assert(there < 100);
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
