//@ unsafe
//@ property: assertions
//@ by: explicit bmc
// Each function of its family is called, with and without use of its value: the trace must replay event for event.
#include <assert.h>
#include <pthread.h>

void *f(void *p) {
    return p;
}

int main(void) {
    pthread_attr_t a;
    pthread_attr_init(&a);
    int s;
    pthread_attr_getdetachstate(&a, &s);
    s = pthread_attr_setdetachstate(&a, 9);
    pthread_attr_setdetachstate(&a, 1);
    pthread_attr_setstacksize(&a, 1000000);
    pthread_t t, u;
    pthread_create(&t, &a, f, 0);
    pthread_attr_destroy(&a);
    pthread_create(&u, 0, f, 0);
    s = pthread_detach(u);
    pthread_t v;
    pthread_create(&v, 0, f, (void *)4);
    void *r;
    s = pthread_join(v, &r);
    s = pthread_equal(v, pthread_self());
    pthread_setname_np(pthread_self(), "x");
    assert(0);
    return 0;
}
