//@ assertions: unsafe  others: safe
//@ domain: -1 0 99
//@ by: explicit
//@ twin: error_number_there_is_not
// Any error number is possible, also one that only a variable is compared with.
#include <assert.h>
#include <errno.h>
#include <unistd.h>

int main(void)
{
    if (close(0) < 0) {
        int code = errno;
        assert(code != 99);
    }
    return 0;
}
