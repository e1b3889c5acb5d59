//@ unsafe
//@ twin: pointer_to_an_outer_local
// The same, with the assertion turned round: it need not have that address.
#include <assert.h>

int main(void) {
    int *kept = 0;
    for (int round = 0; round < 3; round++) {
        int x[2];
        int *now = x;
        if (kept)
            assert(kept == now);
        kept = now;
    }
    return 0;
}
