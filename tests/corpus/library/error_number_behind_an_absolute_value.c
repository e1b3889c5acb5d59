//@ safe
//@ property: assertions
//@ by: explicit bmc
//@ twin: error_number_behind_a_square_root
// No library sets `errno` there.
#include <assert.h>
#include <errno.h>
#include <math.h>

int main(void)
{
    errno = 0;
    double value = fabs(-1.0);
    (void)value;
    assert(errno == 0);
    return 0;
}
