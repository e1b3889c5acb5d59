//@ safe
//@ twin: fails_at_seventeen
//@ by: sequential
// An endless loop; what is asserted fails at the 17th iteration, if at all.
#include <assert.h>

int main(void) {
    unsigned i = 0;
    for (;;) {
        assert(i != 17);
        i = i < 16 ? i + 1 : 0;
    }
}
