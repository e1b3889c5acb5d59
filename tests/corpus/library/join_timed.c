//@ unsafe
//@ property: assertions
//@ by: explicit bmc
// Each function of its family is called, with and without use of its value: the trace must replay event for event.
#include <assert.h>
#include <pthread.h>
#include <time.h>

void *f(void *p) {
    return p;
}

int main(void) {
    pthread_t v;
    void *r;
    struct timespec s = { 0, 0 };
    pthread_create(&v, 0, f, (void *)4);
    if (pthread_timedjoin_np(v, &r, &s) == 110) pthread_join(v, 0);
    assert(0);
    return 0;
}
