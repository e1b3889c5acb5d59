//@ all: safe
//@ by: explicit
//@ twin: interrupts_of_two_priorities
// Handlers of one priority do not interrupt each other.
#include <assert.h>
#include <raddle.h>

int low, high;

static void receive(void) {
    low = 1;
    high = 1;
    low = 0;
    high = 0;
}

static void report(void) {
    assert(low == high);
}

int main(void) {
    __raddle_interrupt(receive, 1);
    __raddle_interrupt(report, 1);
    return 0;
}
