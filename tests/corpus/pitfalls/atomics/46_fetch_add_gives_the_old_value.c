//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 46_fetch_add_gives_not_the_new_value
// fetch_add gives the old value, += the new one.
#include <assert.h>
#include <stdatomic.h>

int main(void) {
    atomic_int x = 5;
    int old = atomic_fetch_add(&x, 2);
    int new = x += 2;
    assert(old == 5 && new == 9 && x == 9);
    return 0;
}
