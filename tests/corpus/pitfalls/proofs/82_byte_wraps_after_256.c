//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 82_byte_stops_before
// A loop of 256 turns until a byte is 0 again.
#include <assert.h>

int main(void) {
    unsigned char c = 1;
    int turns = 0;
    while (c != 0) {
        c++;
        turns++;
    }
    assert(turns != 255);
    return 0;
}
