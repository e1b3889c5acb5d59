//@ unsafe
//@ by: explicit
// A local mutex without one is garbage.
#include <assert.h>
#include <pthread.h>


int main(void) {
    pthread_mutex_t m;
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return 0;
}
