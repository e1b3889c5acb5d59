//@ assertions: unsafe
//@ domain: -1 0
//@ by: explicit
//@ twin: limit_above_the_greatest
// The call may fail.
#include <assert.h>
#include <sys/resource.h>

int main(void)
{
    struct rlimit limit = {0, 0};
    assert(getrlimit(RLIMIT_NOFILE, &limit) == 0);
    return 0;
}
