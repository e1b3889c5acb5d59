//@ unsafe
//@ by: explicit bmc
//@ twin: waited_for_nothing
// Who waited may find the flag set: the mutex was free in between, although one release stands behind both ways.
#include <assert.h>
#include <pthread.h>

int f;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

void *waiter(void *unused) {
    int has_waited = 0;
    pthread_mutex_lock(&m);
    if (!f) {
        pthread_cond_wait(&c, &m);
        has_waited = 1;
    }
    assert(!has_waited || !f);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, 0, waiter, 0);
    pthread_mutex_lock(&m);
    f = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_join(a, 0);
    return 0;
}
