//@ unsafe
//@ by: explicit
//@ twin: leaves_a_share_to_each_of_two
// The second child takes away what nobody has added.
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
