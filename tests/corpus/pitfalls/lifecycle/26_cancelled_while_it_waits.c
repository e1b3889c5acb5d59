//@ all: safe
//@ by: explicit
//@ twin: 26_waits_and_is_not_cancelled
// A condition wait is a cancellation point: nobody signals, and the thread ends all the same. The mutex is locked again
// before it ends; nobody needs it any more.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int f;

void *worker(void *unused) {
    pthread_mutex_lock(&m);
    while (!f)
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_cancel(t);
    pthread_join(t, 0);
    return 0;
}
