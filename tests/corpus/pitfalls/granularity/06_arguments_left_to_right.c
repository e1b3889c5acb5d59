//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 06_arguments_left_to_right_wrong
//@ hangs-on-order: assertions
// Both arguments change s: under the stated assumption the right one is evaluated last. C leaves it open.
#include <assert.h>

int s;

int left(void) {
    s = 1;
    return 0;
}

int right(void) {
    s = 2;
    return 0;
}

int sum(int a, int b) {
    return a + b;
}

int main(void) {
    assert(sum(left(), right()) == 0);
    assert(s == 2);
    return 0;
}
