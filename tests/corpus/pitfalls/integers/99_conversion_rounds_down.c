//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 99_conversion_drops_the_fraction
// Not down.
#include <assert.h>

int main(void)
{
    double value = -2.75;
    int whole = (int)value;
    unsigned char byte = (unsigned char)(value + 257.75);
    assert(whole == -3 && byte == 255);
    return 0;
}
