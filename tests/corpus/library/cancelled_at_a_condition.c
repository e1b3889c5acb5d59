//@ unsafe
//@ property: assertions
//@ by: explicit bmc
// Each function of its family is called, with and without use of its value: the trace must replay event for event.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

int x;
pthread_mutex_t m;
pthread_cond_t c;
void clean(void *p) {
    pthread_mutex_unlock(p);
}

void *f(void *p) {
    pthread_mutex_lock(&m);
    pthread_cleanup_push(clean, &m);
    while (!x) pthread_cond_wait(&c, &m);
    pthread_cleanup_pop(1);
    return 0;
}

void *g(void *p) {
    sleep(1);
    pthread_exit(0);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, f, 0);
    pthread_create(&b, 0, g, 0);
    pthread_cancel(a);
    pthread_cancel(b);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(0);
    return 0;
}
