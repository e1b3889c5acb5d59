//@ unsafe
//@ twin: remainder_of_a_clock
//@ by: sequential
// A clock of sixty seconds.
#include <assert.h>

int main(void) {
    unsigned seconds = 0, minutes = 0;
    while (1) {
        seconds++;
        if (seconds >  60) {
            seconds = 0;
            minutes = (minutes + 1) % 60;
        }
        assert(seconds < 60 && minutes < 60);
    }
}
