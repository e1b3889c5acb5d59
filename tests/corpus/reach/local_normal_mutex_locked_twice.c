//@ deadlock: unsafe  others: safe
//@ by: explicit bmc
//@ twin: local_recursive_mutex_locked_twice
// Whoever has a normal mutex waits for itself.
#include <assert.h>
#include <pthread.h>

int main(void) {
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    assert(0);
}
