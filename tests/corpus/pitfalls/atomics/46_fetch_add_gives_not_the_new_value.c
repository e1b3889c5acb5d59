//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 46_fetch_add_gives_the_old_value
// Not the other way round.
#include <assert.h>
#include <stdatomic.h>

int main(void) {
    atomic_int x = 5;
    int old = atomic_fetch_add(&x, 2);
    int new = x += 2;
    assert(old == 7 && new == 9 && x == 9);
    return 0;
}
