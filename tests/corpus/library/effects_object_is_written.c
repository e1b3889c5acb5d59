//@ all: safe
//@ twin: effects_object_is_kept
// The function writes any values.
#include <assert.h>
#include <sys/resource.h>

int main(void)
{
    struct rlimit limit = {1, 2};
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < 10) {
        assert(limit.rlim_cur <= 9);
    }
    return 0;
}
