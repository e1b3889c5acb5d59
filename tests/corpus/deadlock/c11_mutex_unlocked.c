//@ all: safe
//@ by: explicit
//@ twin: c11_mutex_kept
// A mutex of C11 is given back.
#include <assert.h>
#include <threads.h>


mtx_t m;
int x;

int increment(void *arg) {
    mtx_lock(&m);
    x++;
    mtx_unlock(&m);
    return -7;
}

int main(void) {
    thrd_t a, b;
    int value;
    mtx_init(&m, mtx_plain);
    thrd_create(&a, increment, 0);
    thrd_create(&b, increment, 0);
    thrd_join(a, &value);
    thrd_join(b, 0);
    assert(value == -7 && x == 2);
    mtx_destroy(&m);
    return 0;
}
