//@ unsafe
//@ property: assertions
//@ by: explicit bmc
// Each function of its family is called, with and without use of its value: the trace must replay event for event.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_key_t k;
int x;
void end(void *p) {
    *(int *)p = 1;
}

void *f(void *p) {
    pthread_setspecific(k, &x);
    void *q = pthread_getspecific(k);
    return 0;
}

void *g(void *p) {
    int l;
    pthread_setspecific(k, malloc(4));
    pthread_exit(0);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_key_create(&k, end);
    pthread_create(&a, 0, f, 0);
    pthread_create(&b, 0, g, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(0);
    return 0;
}
