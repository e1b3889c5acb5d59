//@ safe
//@ by: compositional
//@ twin: leaves_its_share_too_late
// What a thread has added, the thread that it creates takes away.
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int promised;
void *child(void *unused) {
    __VERIFIER_atomic_begin();
    promised--;
    assert(promised >= 0);
    __VERIFIER_atomic_end();
    return unused;
}
void *worker(void *unused) {
    __VERIFIER_atomic_begin();
    promised++;
    __VERIFIER_atomic_end();
    pthread_t t;
    pthread_create(&t, 0, child, 0);
    return unused;
}
int main(void) {
    for (;;) {
        pthread_t t;
        pthread_create(&t, 0, worker, 0);
    }
    return 0;
}
