//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 78_division_rounds_down
// Division drops the fraction; the remainder has the sign of the dividend (C11 6.5.5).
#include <assert.h>

int main(void) {
    int a = -7, b = 2;
    assert(a / b == -3 && a % b == -1);
    return 0;
}
