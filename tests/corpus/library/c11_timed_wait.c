//@ unsafe
//@ property: assertions
//@ by: explicit bmc
// Each function of its family is called, with and without use of its value: the trace must replay event for event.
#include <assert.h>
#include <threads.h>
#include <time.h>

mtx_t m;
cnd_t c;
int x;
int f(void *p) {
    cnd_broadcast(&c);
    thrd_exit(4);
}

int main(void) {
    thrd_t t;
    int r;
    mtx_init(&m, mtx_timed);
    cnd_init(&c);
    thrd_create(&t, f, 0);
    struct timespec s = { 0, 0 };
    mtx_lock(&m);
    r = cnd_timedwait(&c, &m, &s);
    mtx_unlock(&m);
    thrd_detach(t);
    assert(0);
    return 0;
}
