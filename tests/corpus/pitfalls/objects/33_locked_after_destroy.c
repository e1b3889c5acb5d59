//@ locks: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 33_initialized_after_destroy
// A destroyed mutex is none.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
    pthread_mutex_destroy(&m);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return 0;
}
