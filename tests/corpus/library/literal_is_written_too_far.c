//@ memory: unsafe  others: safe
//@ by: explicit bmc
//@ twin: literal_is_written_to_a_stream
// The literal has two bytes with its zero.
#include <stdio.h>

int main(void) {
    fwrite("a", 1, 3, stdout);
    return 0;
}
