//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 72_one_past_the_end_read
// A pointer may stand one past the end.
#include <assert.h>

int a[2];

int main(void) {
    int sum = 0;
    for (int *p = a; p != a + 2; p++)
        sum += *p;
    assert(sum == 0);
    return 0;
}
