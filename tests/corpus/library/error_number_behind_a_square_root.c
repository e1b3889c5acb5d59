//@ assertions: unknown
//@ twin: error_number_behind_an_absolute_value
// A function that is known by name only may set `errno`.
#include <assert.h>
#include <errno.h>
#include <math.h>

int main(void)
{
    errno = 0;
    double root = sqrt(-1.0);
    (void)root;
    assert(errno == 0);
    return 0;
}
