//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 90_filled_but_for_one
// memset fills all of it.
#include <assert.h>
#include <string.h>

char a[40];

int main(void) {
    memset(a, 7, sizeof a);
    assert(a[0] == 7 && a[39] == 7);
    return 0;
}
