//@ deadlock: unsafe  others: safe
//@ termination: unsafe
//@ by: explicit
//@ twin: 33_c11_mutex
// A plain one is not recursive.
#include <assert.h>
#include <threads.h>

int x;
mtx_t m;

int worker(void *unused) {
    (void)unused;
    mtx_lock(&m);
    mtx_lock(&m);
    x++;
    mtx_unlock(&m);
    return 0;
}

int main(void) {
    thrd_t a, b;
    mtx_init(&m, mtx_plain);
    thrd_create(&a, worker, 0);
    thrd_create(&b, worker, 0);
    thrd_join(a, 0);
    thrd_join(b, 0);
    assert(x == 2);
    return 0;
}
