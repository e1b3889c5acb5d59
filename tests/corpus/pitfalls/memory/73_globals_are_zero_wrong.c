//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 73_globals_are_zero
// Unless they are initialized.
#include <assert.h>

int g;
static int a[2];
struct {
    int *p;
} s;

int main(void) {
    static int local = 1;
    assert(g == 0 && a[1] == 0 && s.p == 0 && local == 0);
    return 0;
}
