//@ unsafe
//@ by: explicit
//@ twin: leaves_its_share_to_a_child
// The child may take away before its creator has added.
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
    pthread_t t;
    pthread_create(&t, 0, child, 0);
    __VERIFIER_atomic_begin();
    promised++;
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
