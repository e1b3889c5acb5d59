//@ assertions: unsafe  others: safe
//@ by: explicit bmc
//@ twin: deadline_invalid
// A condition does not wait at all for a deadline that is none.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

int main(void) {
    struct timespec never = {0, -1};
    pthread_mutex_lock(&mutex);
    int code = pthread_cond_timedwait(&condition, &mutex, &never);
    assert(code == 0 || code == ETIMEDOUT);
    pthread_mutex_unlock(&mutex);
    return 0;
}
