//@ assertions: unknown
//@ twin: scanned_input
// What `sscanf` stores follows from its text, which no engine computes.
#include <assert.h>
#include <stdio.h>

int main(void) {
    int value = 0;
    sscanf("1", "%d", &value);
    assert(value == 0);
    return 0;
}
