//@ all: safe
//@ domain: -1 0 1 2 3
//@ twin: float_of_a_text_is_any
// Two numbers, and as many characters as there are.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    float one = 1;
    double two = 2;
    char three[3];
    int count = scanf("%f %lf%3c", &one, &two, three);
    assert(count <= 3);
    if (count < 1)
        assert(one == 1);
    if (count < 2)
        assert(two == 2);
    return 0;
}
