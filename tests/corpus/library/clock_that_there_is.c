//@ all: safe
//@ by: explicit
//@ twin: clock_that_need_not_be
// A clock of Linux always says a time.
#include <assert.h>
#include <time.h>

int main(void)
{
    struct timespec now;
    assert(clock_gettime(CLOCK_BOOTTIME, &now) == 0);
    return 0;
}
