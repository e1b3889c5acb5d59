//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 33_uninitialized_mutex_on_the_stack
// Initialized.
#include <pthread.h>

int main(void) {
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return 0;
}
