//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 99_bits_of_a_float
// Other bits.
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
    assert(word.bits == 0x3f800000 && copy.second == 1 && pair.second == 0.25);
    return 0;
}
