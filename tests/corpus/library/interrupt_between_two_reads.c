//@ assertions: unsafe  data-race: unsafe  others: safe
//@ by: explicit
//@ twin: interrupt_disabled_between_two_reads
// A handler may run between two accesses of what it interrupts.
#include <assert.h>
#include <raddle.h>

int pressed, counted;

static void button(void) {
    if (pressed < 2)
        pressed++;
    counted = pressed;
}

int main(void) {
    __raddle_interrupt(button, 1);
    assert(pressed == counted);
    return 0;
}
