//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 72_union_of_int_and_bytes_wrong
// Bytes of a union, lowest first.
#include <assert.h>

union {
    unsigned word;
    unsigned char byte[4];
} u;

int main(void) {
    u.word = 0x01020304;
    assert(u.byte[0] == 4 && u.byte[3] == 1);
    u.byte[1] = 0;
    assert(u.word == 0x01020004);
    return 0;
}
