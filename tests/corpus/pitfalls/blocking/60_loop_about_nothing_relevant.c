//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 60_endless_loop_about_nothing_relevant
// A loop that ends.
#include <assert.h>

int main(void) {
    int x = 1;
    while (x)
        x--;
    assert(0);
    return 0;
}
