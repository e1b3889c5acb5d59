//@ assertions: unsafe  others: safe
//@ by: explicit
//@ twin: clock_that_there_is
// A clock with another number need not exist.
#include <assert.h>
#include <time.h>

int main(void)
{
    struct timespec now;
    assert(clock_gettime(12, &now) == 0);
    return 0;
}
