//@ locks: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 33_initialized_mutex_on_the_stack
// A mutex in a local holds anything until it is initialized.
#include <pthread.h>

int main(void) {
    pthread_mutex_t m;
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return 0;
}
