//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 79_alignment_like_sizeof_of_vla
// The operand of sizeof is not evaluated.
#include <assert.h>

int main(void) {
    int i = 0;
    int size = (int)sizeof(i++);
    assert(i == 0 && size == 4);
    return 0;
}
