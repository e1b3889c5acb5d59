//@ all: safe
//@ by: explicit
//@ twin: interrupt_mask_is_restored_too_early
// An inner section does not enable what an outer one has disabled.
#include <raddle.h>

int level;

static void sample(void) {
    level = 1;
}

static void inner(void) {
    unsigned long state = __raddle_save_interrupts();
    level = 2;
    __raddle_restore_interrupts(state);
}

int main(void) {
    __raddle_interrupt(sample, 0);
    __raddle_disable_interrupts();
    inner();
    level = 3;
    __raddle_enable_interrupts();
    return 0;
}
