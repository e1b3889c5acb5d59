//@ assertions: unsafe  deadlock: unsafe  others: safe
//@ by: explicit
//@ twin: recursive_on_each_way
// The mutex is recursive on one of two ways only, and the assertion is behind the other one.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    int is_normal = __VERIFIER_nondet_int() == 0;
    if (is_normal)
        pthread_mutex_init(&m, &kind);
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    assert(is_normal);
    return 0;
}
