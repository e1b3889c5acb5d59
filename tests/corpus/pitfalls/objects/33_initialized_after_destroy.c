//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 33_locked_after_destroy
// Unless it is initialized again.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
    pthread_mutex_destroy(&m);
    pthread_mutex_init(&m, 0);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return 0;
}
