//@ all: safe
//@ by: explicit
//@ twin: wait_without_loop
// The loop looks again after every wake-up.
#include <assert.h>
#include <pthread.h>

int f;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

void *first(void *unused) {
    pthread_mutex_lock(&m);
    while (!f)
        pthread_cond_wait(&c, &m);
    assert(f);
    pthread_mutex_unlock(&m);
    return unused;
}

void *second(void *unused) {
    pthread_mutex_lock(&m);
    f = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
