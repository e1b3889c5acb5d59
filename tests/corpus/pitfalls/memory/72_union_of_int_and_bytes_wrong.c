//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 72_union_of_int_and_bytes
// The other end is last.
#include <assert.h>

union {
    unsigned word;
    unsigned char byte[4];
} u;

int main(void) {
    u.word = 0x01020304;
    assert(u.byte[3] == 4);
    u.byte[1] = 0;
    assert(u.word == 0x01020004);
    return 0;
}
