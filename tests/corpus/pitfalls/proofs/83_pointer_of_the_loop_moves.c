//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 83_pointer_of_the_loop_stays
// A pointer that a loop changes leads to objects that it did not lead to before the loop.
#include <assert.h>

int a = 1, b = 1;

int main(void) {
    int *p = &a;
    for (int i = 0; i < 3; i++) {
        *p = 0;
        p = &b;
    }
    assert(b == 1);
    return 0;
}
