//@ all: safe
//@ by: explicit
//@ twin: 97_literal_at_the_end_of_another
// A literal is not the beginning of a longer one, since it ends with a zero.
#include <assert.h>

int main(void) {
    const char *a = "abc", *b = "ab";
    assert(a != b);
    return 0;
}
