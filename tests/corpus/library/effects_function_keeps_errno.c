//@ all: safe
//@ domain: 0
//@ twin: effects_function_sets_errno
// floor leaves errno alone.
#include <assert.h>
#include <errno.h>
#include <math.h>

int main(void)
{
    double x = -1.5;
    errno = 0;
    x = floor(x);
    assert(errno == 0);
    return x > 0;
}
