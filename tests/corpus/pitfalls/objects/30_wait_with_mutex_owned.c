//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 30_wait_with_mutex_not_owned
// main returns whether it was signalled or not.
#include <pthread.h>

int f;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

void *waiter(void *unused) {
    pthread_mutex_lock(&m);
    pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, 0, waiter, 0);
    return 0;
}
