//@ assertions: unsafe  others: safe
//@ by: explicit
//@ twin: sleeps_no_invalid_time
// The nanoseconds are those of a second.
#include <assert.h>
#include <errno.h>
#include <time.h>

int main(void)
{
    struct timespec valid = {0, 999999999}, invalid = {0, 999999999}, negative = {-1, 0};
    assert(nanosleep(&valid, 0) == 0);
    assert(errno == 0);
    assert(nanosleep(&invalid, 0) == -1 && errno == EINVAL);
    assert(nanosleep(&negative, 0) == -1);
    assert(clock_nanosleep(CLOCK_MONOTONIC, 0, &valid, 0) == 0);
    assert(clock_nanosleep(CLOCK_MONOTONIC, 0, &invalid, 0) == EINVAL);
    return 0;
}
