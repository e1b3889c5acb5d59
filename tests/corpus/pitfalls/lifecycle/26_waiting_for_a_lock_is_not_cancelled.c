//@ deadlock: unsafe  others: safe
//@ termination: unsafe
//@ by: explicit
//@ twin: 26_cancelled_while_it_waits
// pthread_mutex_lock is no cancellation point.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int f;

void *worker(void *unused) {
    pthread_mutex_lock(&m);
    f = 1;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, 0, worker, 0);
    pthread_cancel(t);
    pthread_join(t, 0);
    return 0;
}
