//@ assertions: unknown  data-race: unknown
//@ twin: interrupts_of_one_priority
// What the second handler sees where it interrupts the first one is unsupported.
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
    __raddle_interrupt(report, 2);
    return 0;
}
