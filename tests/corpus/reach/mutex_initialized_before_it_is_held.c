//@ deadlock: unsafe  others: safe
//@ by: explicit bmc
//@ twin: mutex_initialized_while_held
// The second lock waits for ever.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m;

int main(void) {
    pthread_mutex_init(&m, 0);
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    assert(0);
}
