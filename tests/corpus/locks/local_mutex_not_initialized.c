//@ locks: unsafe  others: safe
//@ by: explicit
//@ twin: local_mutex_initialized
// A local mutex without one is garbage.
#include <assert.h>
#include <pthread.h>


int main(void) {
    pthread_mutex_t m;
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return 0;
}
