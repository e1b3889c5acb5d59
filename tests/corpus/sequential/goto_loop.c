//@ safe
//@ twin: goto_loop_misses
//@ by: sequential
// A loop made with goto.
#include <assert.h>

int main(void) {
    unsigned i = 0;
again:
    if (i < 12) {
        i += 3;
        goto again;
    }
    assert(i == 12);
    return 0;
}
