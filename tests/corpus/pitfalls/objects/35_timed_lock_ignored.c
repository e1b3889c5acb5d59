//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 35_timed_lock_checked
// A timed lock may time out.
#include <assert.h>
#include <pthread.h>
#include <time.h>

int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused) {
    struct timespec soon = {1, 0};
    int code = pthread_mutex_timedlock(&m, &soon);
    x++;
    if (code == 0)
        pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, worker, 0);
    pthread_create(&t2, 0, worker, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(x == 2);
    return 0;
}
