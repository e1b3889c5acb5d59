//@ safe
// A cast to the type that a bit-field is declared with gives this type; the bit-field alone is promoted to `int`.
#include <assert.h>

struct header {
    unsigned length : 19, kind : 3;
    unsigned long offset : 40;
};

int main(void)
{
    struct header header = { 5, 1, 5 }, *pointer = &header;
    assert((unsigned)header.length - 6 == 4294967295u);
    assert(header.length - 6 == -1);
    assert(-(unsigned)pointer->length == 4294967291u);
    assert(!((unsigned)header.length < -1) == 0);
    assert((1 ? (unsigned)header.length : 0) - 6 > 0);
    assert((unsigned long)header.offset - 6 > 0);
    assert(sizeof((unsigned long)header.offset + 0) == 8);
    assert(({ header.length; }) - 6 < 0);
    return ((unsigned)header.length * 2147483647) == 0;
}
