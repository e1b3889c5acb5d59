//@ memory: unsafe
//@ by: explicit
//@ twin: byte_of_a_pointer_compared
// The byte behind a pointer belongs to nothing.
#include <assert.h>

static int x;

int main(void) {
    int *p = &x;
    assert(((unsigned char *)&p)[8] == 0);
    return 0;
}
