//@ safe
//@ by: explicit bmc
//@ twin: waited_in_one_branch
// Who waited finds the flag as it was: nobody sets it.
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
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_join(a, 0);
    return 0;
}
