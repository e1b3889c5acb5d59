//@ safe
//@ by: explicit
//@ twin: weak_exchange_that_always_fails
// A strong exchange fails only if the value differs: here it never does.
#include <stdatomic.h>

static atomic_int shared;

int main(void)
{
    int expected = 0;
    while (!atomic_compare_exchange_strong(&shared, &expected, 1))
        ;
    return 0;
}
