//@ unsafe
//@ property: assertions
//@ by: explicit bmc
// Each function of its family is called, with and without use of its value: the trace must replay event for event.
#include <assert.h>
#include <pthread.h>

int x;
void clean(void *p) {
    x++;
}

pthread_t c;
void *h(void *p) {
    return 0;
}

void *f(void *p) {
    pthread_cleanup_push(clean, 0);
    pthread_join(c, 0);
    pthread_cleanup_pop(0);
    return 0;
}

void *g(void *p) {
    pthread_cleanup_push(clean, 0);
    pthread_exit(0);
    pthread_cleanup_pop(0);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&c, 0, h, 0);
    pthread_create(&a, 0, f, 0);
    pthread_create(&b, 0, g, 0);
    pthread_cancel(a);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(0);
    return 0;
}
