//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 76_minus_one_and_size
// Cast to int, it compares as one expects.
#include <assert.h>

int main(void) {
    int a = -1;
    if (a < (int)sizeof a)
        assert(0);
    return 0;
}
