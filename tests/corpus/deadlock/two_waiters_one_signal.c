//@ deadlock: unsafe  others: safe
//@ by: explicit
//@ twin: two_waiters_broadcast
// One signal wakes one of two.
#include <pthread.h>

int f;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

void *waiter(void *unused) {
    pthread_mutex_lock(&m);
    while (!f)
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, waiter, 0);
    pthread_create(&b, 0, waiter, 0);
    pthread_mutex_lock(&m);
    f = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
