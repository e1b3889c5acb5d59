//@ unsafe
//@ by: explicit
//@ twin: strong_exchange_of_one_thread
// A weak exchange may fail each time.
#include <stdatomic.h>

static atomic_int shared;

int main(void)
{
    int expected = 0;
    while (!atomic_compare_exchange_weak(&shared, &expected, 1))
        ;
    return 0;
}
