//@ all: safe
//@ by: explicit
//@ twin: local_mutex_not_initialized
// A local mutex with an initializer.
#include <assert.h>
#include <pthread.h>


int main(void) {
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return 0;
}
