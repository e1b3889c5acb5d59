//@ assertions: unsafe  others: safe
//@ by: explicit
//@ twin: c11_recursive_mutex
// A plain one is busy.
#include <assert.h>
#include <threads.h>


mtx_t m;

int main(void) {
    mtx_init(&m, mtx_plain);
    mtx_lock(&m);
    assert(mtx_trylock(&m) == thrd_success);
    mtx_unlock(&m);
    mtx_unlock(&m);
    return 0;
}
