//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 06_arguments_left_to_right
//@ hangs-on-order: assertions
// The left argument is not evaluated last under the stated assumption.
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
    assert(s == 1);
    return 0;
}
