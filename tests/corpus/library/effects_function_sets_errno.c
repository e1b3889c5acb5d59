//@ assertions: unsafe  others: safe
//@ externals: pure
//@ domain: -1 0 1 33
//@ twin: effects_function_keeps_errno
// sqrt may set errno.
#include <assert.h>
#include <errno.h>
#include <math.h>

int main(void)
{
    double x = -1.5;
    errno = 0;
    x = sqrt(x);
    assert(errno == 0);
    return x > 0;
}
