//@ assertions: unsafe  data-race: unsafe
//@ by: bmc
// The first worker stops in its atomic section at the initialization, for which `bmc` has no model there. An execution may end in the
// section at the race for `far` only if the race is what the execution shows: the failed assertion needs an execution that leaves the section.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int x = 1, far;
pthread_once_t once = PTHREAD_ONCE_INIT;
pthread_rwlock_t guard = PTHREAD_RWLOCK_INITIALIZER;

void initialize(void) {
    pthread_rwlock_wrlock(&guard);
    pthread_rwlock_unlock(&guard);
}

void *worker(void *unused) {
    __VERIFIER_atomic_begin();
    far = 1;
    pthread_once(&once, initialize);
    far = 2;
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, worker, 0);
    pthread_create(&two, 0, worker, 0);
    pthread_rwlock_wrlock(&guard);
    pthread_once(&once, initialize);
    int saw = far;
    pthread_rwlock_unlock(&guard);
    assert(x != 1);
    return 0;
}
