//@ unsafe
//@ property: assertions
//@ by: explicit
// Each function of its family is called, with and without use of its value: the trace must replay event for event.
#include <assert.h>
#include <pthread.h>

pthread_once_t o = PTHREAD_ONCE_INIT;
int x;
void init(void) {
    x++;
}

void *f(void *p) {
    pthread_once(&o, init);
    return 0;
}

void *g(void *p) {
    int r = pthread_once(&o, init);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, f, 0);
    pthread_create(&b, 0, g, 0);
    pthread_once(&o, init);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(0);
    return 0;
}
