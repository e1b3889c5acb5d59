//@ all: safe
//@ by: explicit
//@ twin: timed_wait_trusts
// After a timeout the condition need not hold.
#include <assert.h>
#include <errno.h>
#include <pthread.h>


pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
struct timespec deadline;
int ready;

void *signaller(void *arg) {
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, signaller, 0);
    pthread_mutex_lock(&m);
    int code = 0;
    while (!ready && code != ETIMEDOUT) {
        code = pthread_cond_timedwait(&c, &m, &deadline);
    }
    assert(ready || code == ETIMEDOUT);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
