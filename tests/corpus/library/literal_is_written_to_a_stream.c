//@ assertions: unsafe  others: safe
//@ by: explicit bmc
//@ twin: literal_is_written_too_far
// Bytes of a literal are read by nobody else: that they are written is no step of the program.
#include <assert.h>
#include <stdio.h>

int main(void) {
    fwrite("a", 1, 2, stdout);
    assert(0);
    return 0;
}
