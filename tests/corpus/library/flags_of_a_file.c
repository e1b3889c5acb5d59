//@ all: safe
//@ domain: -1 0 1 9
//@ by: bmc
//@ twin: flags_of_no_file
// The failure leaves an error number.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>

int main(void)
{
    int flags = fcntl(0, F_GETFL);
    if (flags < 0)
        assert(errno != 0);
    else
        fcntl(0, F_SETFL, flags | O_NONBLOCK);
    return 0;
}
