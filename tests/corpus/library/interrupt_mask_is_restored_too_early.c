//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: interrupt_mask_is_restored
// The inner section enables interrupts for the rest of the outer one.
#include <raddle.h>

int level;

static void sample(void) {
    level = 1;
}

static void inner(void) {
    __raddle_disable_interrupts();
    level = 2;
    __raddle_enable_interrupts();
}

int main(void) {
    __raddle_interrupt(sample, 0);
    __raddle_disable_interrupts();
    inner();
    level = 3;
    __raddle_enable_interrupts();
    return 0;
}
