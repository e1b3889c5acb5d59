//@ locks: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 30_wait_with_mutex_owned
// Waiting needs the mutex.
#include <pthread.h>

int f;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

void *waiter(void *unused) {
    pthread_cond_wait(&c, &m);
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, 0, waiter, 0);
    return 0;
}
