//@ all: safe
//@ domain: -1 0 99
//@ by: explicit
//@ twin: error_number_there_is
// Linux has the error numbers 1 to 133.
#include <assert.h>
#include <errno.h>
#include <unistd.h>

int main(void)
{
    if (close(0) < 0) {
        int code = errno;
        assert(code != 134);
    }
    return 0;
}
