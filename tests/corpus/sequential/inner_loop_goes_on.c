//@ unsafe
//@ twin: inner_loop_restarts
//@ by: sequential
// The inner counter starts anew in each round.
#include <assert.h>

int main(void) {
    unsigned j = 0;
    for (unsigned i = 0; i < 20; i++) {
        
        while (j < 5)
            j++;
        assert(j == 5);
        j = j + (i == 3);
    }
    return 0;
}
