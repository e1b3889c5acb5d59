//@ all: safe
//@ twin: scanned_input
// What `sscanf` stores follows from its text.
#include <assert.h>
#include <stdio.h>

int main(void) {
    int value = 0;
    sscanf("0", "%d", &value);
    assert(value == 0);
    return 0;
}
