//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 90_filled_to_the_end
// All but the last.
#include <assert.h>
#include <string.h>

char a[40];

int main(void) {
    memset(a, 7, sizeof a - 1);
    assert(a[0] == 7 && a[39] == 7);
    return 0;
}
