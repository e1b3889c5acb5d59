//@ all: safe
//@ by: explicit
//@ twin: c11_plain_mutex_is_not_recursive
// A recursive mutex counts.
#include <assert.h>
#include <threads.h>


mtx_t m;

int main(void) {
    mtx_init(&m, mtx_plain | mtx_recursive);
    mtx_lock(&m);
    assert(mtx_trylock(&m) == thrd_success);
    mtx_unlock(&m);
    mtx_unlock(&m);
    return 0;
}
