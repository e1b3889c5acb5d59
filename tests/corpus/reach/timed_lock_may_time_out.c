//@ all: safe
//@ by: explicit
//@ twin: timed_lock_that_timed_out_is_no_lock
// Who timed out does nothing.
#include <assert.h>
#include <pthread.h>


pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
struct timespec deadline;
int x;

void *increment(void *arg) {
    if (pthread_mutex_timedlock(&m, &deadline) == 0) {
        x++;
        pthread_mutex_unlock(&m);
    } 
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, increment, 0);
    pthread_create(&b, 0, increment, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x >= 1 && x <= 2);
    return 0;
}
