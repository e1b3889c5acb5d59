//@ assertions: unsafe  others: safe
//@ by: explicit bmc
//@ twin: behind_a_call_of_read_through_a_pointer
// A function of the program returns, too.
#include <assert.h>

static long zero(int file, void *bytes, unsigned long size) {
    (void)bytes;
    return file + (long)size - 4;
}

int main(void) {
    char bytes[4];
    long (*get)(int, void *, unsigned long) = zero;
    get(0, bytes, 4);
    assert(0);
    return 0;
}
