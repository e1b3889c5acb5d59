//@ assertions: unsafe  others: safe
//@ by: explicit bmc
//@ twin: local_normal_mutex_locked_twice
// The initializer of a local says that the mutex is recursive.
#include <assert.h>
#include <pthread.h>

int main(void) {
    pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    assert(0);
}
