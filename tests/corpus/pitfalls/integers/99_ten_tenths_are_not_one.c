//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 99_ten_tenths_are_one
// Each sum is rounded.
#include <assert.h>

int main(void)
{
    double sum = 0;
    for (int i = 0; i < 10; i++) {
        sum += 0.1;
    }
    assert(sum != 1);
    return 0;
}
