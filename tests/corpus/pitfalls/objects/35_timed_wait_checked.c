//@ all: safe
//@ by: explicit
//@ twin: 35_timed_wait_ignored
// Its code says so.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

int f;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

void *waiter(void *unused) {
    struct timespec soon = {1, 0};
    int code = 0;
    pthread_mutex_lock(&m);
    while (!f && code == 0)
        code = pthread_cond_timedwait(&c, &m, &soon);
    assert(f == 1 || code == ETIMEDOUT);
    pthread_mutex_unlock(&m);
    return unused;
}

void *setter(void *unused) {
    pthread_mutex_lock(&m);
    f = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, waiter, 0);
    pthread_create(&t2, 0, setter, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
