//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 29_wait_in_loop
// A spurious wake-up lets the waiting thread go on before anything happened.
#include <assert.h>
#include <pthread.h>

int f;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

void *waiter(void *unused) {
    pthread_mutex_lock(&m);
    if (!f)
        pthread_cond_wait(&c, &m);
    assert(f);
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
