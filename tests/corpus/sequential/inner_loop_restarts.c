//@ safe
//@ twin: inner_loop_goes_on
//@ by: sequential
// The inner counter starts anew in each round.
#include <assert.h>

int main(void) {
    unsigned j = 0;
    for (unsigned i = 0; i < 20; i++) {
        j = 0;
        while (j < 5)
            j++;
        assert(j == 5);
        j = j + (i == 3);
    }
    return 0;
}
