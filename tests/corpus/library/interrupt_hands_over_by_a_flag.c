//@ all: safe
//@ by: explicit
//@ twin: interrupt_hands_over_before_it_is_done
// A handshake: the handler writes both halves only while the flag is down, and cannot be interrupted by what reads them.
#include <assert.h>
#include <stdatomic.h>

int low, high;
atomic_int is_full;

void ADC_IRQHandler(void) {
    if (!is_full) {
        low = 5;
        high = 5;
        is_full = 1;
    }
}

int main(void) {
    if (is_full) {
        assert(low == high);
        low = 1;
        high = 2;
        is_full = 0;
    }
    return 0;
}
