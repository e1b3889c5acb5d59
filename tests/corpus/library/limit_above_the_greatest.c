//@ assertions: unknown
//@ domain: 0 1
//@ twin: limit_is_not_told
// No limit is above the greatest one.
#include <assert.h>
#include <sys/resource.h>

int main(void)
{
    struct rlimit limit = {0, 0};
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        assert(limit.rlim_cur <= limit.rlim_max);
    }
    return 0;
}
