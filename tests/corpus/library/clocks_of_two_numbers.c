//@ assertions: unsafe  others: safe
//@ domain: 0 1
//@ twin: clocks_of_one_number
// A clock that counts the time of a suspended machine may be ahead of one that does not.
#include <assert.h>
#include <time.h>

int main(void)
{
    struct timespec one, other;
    if (clock_gettime(9, &one) || clock_gettime(1, &other))
        return 0;
    assert(other.tv_sec >= one.tv_sec);
    return 0;
}
