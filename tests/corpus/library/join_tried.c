//@ unsafe
//@ property: assertions
//@ by: explicit bmc
// Each function of its family is called, with and without use of its value: the trace must replay event for event.
#include <assert.h>
#include <pthread.h>

void *f(void *p) {
    pthread_exit((void *)5);
}

int main(void) {
    pthread_t v;
    void *r;
    pthread_create(&v, 0, f, (void *)4);
    while (pthread_tryjoin_np(v, &r)) ;
    assert(0);
    return 0;
}
