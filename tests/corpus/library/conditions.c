//@ unsafe
//@ property: assertions
//@ by: explicit
// Each function of its family is called, with and without use of its value: the trace must replay event for event.
#include <assert.h>
#include <pthread.h>
#include <time.h>

pthread_mutex_t m;
pthread_cond_t c;
int x;
void *f(void *p) {
    pthread_mutex_lock(&m);
    while (!x) pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return 0;
}

void *g(void *p) {
    pthread_mutex_lock(&m);
    struct timespec s = { 0, 0 };
    int r = 0;
    while (!x && !r) r = pthread_cond_timedwait(&c, &m, &s);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_condattr_t t;
    pthread_condattr_init(&t);
    pthread_condattr_setclock(&t, 1);
    pthread_cond_init(&c, &t);
    pthread_create(&a, 0, f, 0);
    pthread_create(&b, 0, g, 0);
    pthread_mutex_lock(&m);
    x = 1;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    pthread_cond_signal(&c);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(0);
    return 0;
}
