//@ all: safe
//@ domain: 0 1
//@ twin: clocks_of_two_numbers
// One clock does not go back.
#include <assert.h>
#include <time.h>

int main(void)
{
    struct timespec one, other;
    if (clock_gettime(9, &one) || clock_gettime(9, &other))
        return 0;
    assert(other.tv_sec >= one.tv_sec);
    return 0;
}
