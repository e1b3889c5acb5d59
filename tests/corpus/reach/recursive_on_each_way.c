//@ all: safe
//@ by: explicit
//@ twin: recursive_on_one_way
// The mutex is recursive, initialized again or not.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    int is_normal = __VERIFIER_nondet_int() == 0;
    if (is_normal)
        pthread_mutex_init(&m, &kind);
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    assert(is_normal || !is_normal);
    return 0;
}
