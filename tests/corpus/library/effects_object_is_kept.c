//@ assertions: unsafe  others: safe
//@ domain: 0 9
//@ twin: effects_object_is_written
// What was there before is gone.
#include <assert.h>
#include <sys/resource.h>

int main(void)
{
    struct rlimit limit = {1, 2};
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < 10) {
        assert(limit.rlim_cur != 9);
    }
    return 0;
}
