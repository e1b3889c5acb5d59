//@ all: safe
//@ by: explicit
//@ twin: interrupt_between_two_reads
// Nothing runs while interrupts are disabled, and a handler runs to its end.
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
    __raddle_disable_interrupts();
    assert(pressed == counted);
    __raddle_enable_interrupts();
    return 0;
}
