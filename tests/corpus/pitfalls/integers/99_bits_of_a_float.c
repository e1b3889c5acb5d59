//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 99_bits_of_another_float
// The bits of a float are those of IEEE 754, and records with floating members are copied.
#include <assert.h>

union word {
    float value;
    unsigned bits;
};

struct pair {
    int first;
    double second;
};

int main(void)
{
    union word word;
    word.value = 1.5f;
    struct pair pair = {1, 0.25}, copy;
    copy = pair;
    copy.second *= 4;
    assert(word.bits == 0x3fc00000 && copy.second == 1 && pair.second == 0.25);
    return 0;
}
