//@ unsafe
//@ twin: section_joins_before_it_writes
//@ by: sequential
//@ open: assertions: it has no model of a wait inside of a section
// The section has seen what the other thread did last, and stops halfway until that has ended: its end does not move either.
#include <assert.h>
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
pthread_t runner;
int x, z;
void *runs(void *unused) {
    __VERIFIER_atomic_begin();
    x = 1;
    __VERIFIER_atomic_end();
    return unused;
}
void *joiner(void *unused) {
    __VERIFIER_atomic_begin();
    if (x == 1) {
        z = 1;
        pthread_join(runner, 0);
        z = 0;
    }
    __VERIFIER_atomic_end();
    return unused;
}
int main(void) {
    pthread_t a;
    pthread_create(&runner, 0, runs, 0);
    pthread_create(&a, 0, joiner, 0);
    __VERIFIER_atomic_begin();
    int seen = z;
    __VERIFIER_atomic_end();
    assert(seen != 1);
    pthread_join(a, 0);
    return 0;
}
