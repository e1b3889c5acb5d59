//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: interrupt_hands_over_by_a_flag
// The flag comes down before the data are read: the handler may write them again.
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
        is_full = 0;
        low = 1;
        high = 2;
    }
    return 0;
}
