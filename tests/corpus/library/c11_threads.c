//@ unsafe
//@ property: assertions
//@ by: explicit
// Each function of its family is called, with and without use of its value: the trace must replay event for event.
#include <assert.h>
#include <threads.h>
#include <time.h>

mtx_t m;
cnd_t c;
int x;
int f(void *p) {
    mtx_lock(&m);
    x = 1;
    cnd_signal(&c);
    mtx_unlock(&m);
    return 3;
}

void init(void) {
    x++;
}

int main(void) {
    thrd_t t;
    int r;
    mtx_init(&m, mtx_plain);
    cnd_init(&c);
    thrd_create(&t, f, 0);
    mtx_lock(&m);
    while (!x) cnd_wait(&c, &m);
    mtx_unlock(&m);
    r = thrd_join(t, &r);
    mtx_destroy(&m);
    cnd_destroy(&c);
    thrd_t u = thrd_current();
    r = thrd_equal(u, t);
    once_flag o = ONCE_FLAG_INIT;
    call_once(&o, init);
    call_once(&o, init);
    tss_t k;
    r = tss_create(&k, 0);
    tss_set(k, &r);
    void *q = tss_get(k);
    tss_delete(k);
    mtx_t rec;
    mtx_init(&rec, mtx_recursive);
    mtx_lock(&rec);
    r = mtx_trylock(&rec);
    struct timespec s = { 0, 0 };
    r = mtx_timedlock(&rec, &s);
    assert(0);
    return 0;
}
