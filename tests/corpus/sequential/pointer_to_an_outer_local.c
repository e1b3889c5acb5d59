//@ safe
//@ by: explicit
//@ twin: pointer_to_this_round
// The same with a local that lives through all rounds.
#include <assert.h>

int main(void) {
    int x[2];
    int *kept = 0;
    for (int round = 0; round < 3; round++) {
        int *now = x;
        if (kept)
            assert(kept == now);
        kept = now;
    }
    return 0;
}
