//@ safe
//@ by: compositional
//@ twin: leaves_one_share_to_two
// Two children take away one each, of two that their creator has added.
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
    promised += 2;
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
