//@ assertions: unsafe  locks: unsafe  others: safe
//@ by: explicit bmc
//@ twin: mutex_initialized_before_it_is_held
// A mutex that is initialized is free, whoever had it: the second lock does not wait.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m;

int main(void) {
    pthread_mutex_lock(&m);
    pthread_mutex_init(&m, 0);
    pthread_mutex_lock(&m);
    assert(0);
}
