//@ unsafe
//@ property: assertions
//@ by: explicit bmc
// Each function of its family is called, with and without use of its value: the trace must replay event for event.
#include <assert.h>
#include <pthread.h>

pthread_barrier_t w;
int x, y;
void *f(void *p) {
    x = 1;
    int s = pthread_barrier_wait(&w);
    if (s) y = 1;
    pthread_barrier_wait(&w);
    return 0;
}

void *g(void *p) {
    pthread_barrier_wait(&w);
    int s = x;
    pthread_barrier_wait(&w);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_barrier_init(&w, 0, 3);
    pthread_create(&a, 0, f, 0);
    pthread_create(&b, 0, g, 0);
    pthread_barrier_wait(&w);
    pthread_barrier_wait(&w);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(0);
    return 0;
}
