//@ deadlock: unsafe  others: safe
//@ termination: unsafe
//@ by: explicit
//@ twin: 31_signal_with_flag
// A signal that nobody waits for is lost. Spurious wake-ups are no way out.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

void *waiter(void *unused) {
    pthread_mutex_lock(&m);
    pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return unused;
}

void *setter(void *unused) {
    pthread_mutex_lock(&m);
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
