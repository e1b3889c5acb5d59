//@ assertions: unsafe  others: safe
//@ by: explicit bmc
//@ twin: cast_to_union
/* A cast to a union sets the member of the value's type (gcc); the union is a value of its own. */
#include <assert.h>

union number {
    int whole;
    struct pair {
        short low, high;
    } parts;
};

static union number made(int whole)
{
    return (union number)whole;
}

int main(void)
{
    struct pair pair = {1, 2};
    union number one = (union number)5;
    union number two = (union number)pair;
    assert(one.whole == 5 && made(7).whole == 5);
    assert(two.parts.low == 1 && two.parts.high == 2);
    return 0;
}
