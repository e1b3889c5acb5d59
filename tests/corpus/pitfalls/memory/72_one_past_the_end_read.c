//@ memory: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 72_one_past_the_end
// It must not be followed there.
#include <assert.h>

int a[2];

int main(void) {
    int sum = 0;
    for (int *p = a; p != a + 3; p++)
        sum += *p;
    assert(sum == 0);
    return 0;
}
