//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 31_signal_before_wait
// A wait with a deadline is no deadlock, though nobody signals.
#include <pthread.h>
#include <time.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

void *waiter(void *unused) {
    struct timespec soon = {1, 0};
    pthread_mutex_lock(&m);
    pthread_cond_timedwait(&c, &m, &soon);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t t1;
    pthread_create(&t1, 0, waiter, 0);
    pthread_join(t1, 0);
    return 0;
}
