//@ assertions: unknown  others: safe
//@ by: static
//@ twin: byte_behind_a_pointer_compared
//@ unconfirmed: deadlock data-race memory overflow arithmetic locks: the reference interpreter has no numbers for the bytes of an address
// The bytes of a pointer have numbers that are not known.
#include <assert.h>

static int x;

int main(void) {
    int *p = &x;
    assert(*(unsigned char *)&p == 0);
    return 0;
}
