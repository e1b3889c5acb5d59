//@ assertions: unsafe  others: safe
//@ domain: -1 0 1
//@ by: explicit
//@ twin: error_number_of_a_failure
// Zero is no error number.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>

int main(void)
{
    errno = 0;
    if (open("x", O_RDONLY) < 0) {
        assert(errno == 0);
    }
    return 0;
}
