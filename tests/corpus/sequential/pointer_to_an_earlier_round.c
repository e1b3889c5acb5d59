//@ unsafe
//@ by: explicit
//@ twin: pointer_to_an_outer_local
// A pointer to the local of an earlier round of the loop: the local of this round is another object, which may have its address.
#include <assert.h>

int main(void) {
    int *kept = 0;
    for (int round = 0; round < 3; round++) {
        int x[2];
        int *now = x;
        if (kept)
            assert(kept != now);
        kept = now;
    }
    return 0;
}
