//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 29_c11_wait_in_loop
// C11 conditions wake up spuriously, too.
#include <assert.h>
#include <threads.h>

int f;
mtx_t m;
cnd_t c;

int waiter(void *unused) {
    (void)unused;
    mtx_lock(&m);
    if (!f)
        cnd_wait(&c, &m);
    assert(f);
    mtx_unlock(&m);
    return 0;
}

int main(void) {
    thrd_t t;
    mtx_init(&m, mtx_plain);
    cnd_init(&c);
    thrd_create(&t, waiter, 0);
    mtx_lock(&m);
    f = 1;
    cnd_signal(&c);
    mtx_unlock(&m);
    thrd_join(t, 0);
    return 0;
}
