//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 73_globals_are_zero_wrong
// Objects of static storage begin at zero.
#include <assert.h>

int g;
static int a[2];
struct {
    int *p;
} s;

int main(void) {
    static int local;
    assert(g == 0 && a[1] == 0 && s.p == 0 && local == 0);
    return 0;
}
