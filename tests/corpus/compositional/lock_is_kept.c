//@ assertions: safe  others: safe
//@ twin: lock_is_given_back_by_another
//@ by: compositional
// What is done under a lock stays as it is.
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void *worker(void *unused) {
    pthread_mutex_lock(&m);
    x = 1;
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_mutex_lock(&m);
    x = 2;
    assert(x == 2);
    pthread_mutex_unlock(&m);
    return 0;
}
