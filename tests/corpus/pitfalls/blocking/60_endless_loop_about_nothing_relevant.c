//@ all: safe
//@ termination: unsafe
//@ by: explicit
//@ twin: 60_loop_about_nothing_relevant
// A loop without any effect on the assertion, which it keeps from being reached.
#include <assert.h>

int main(void) {
    int x = 1;
    while (x)
        ;
    assert(0);
    return 0;
}
