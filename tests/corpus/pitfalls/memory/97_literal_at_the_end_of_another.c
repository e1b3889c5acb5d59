//@ assertions: unsafe  others: safe
//@ by: explicit
//@ twin: 97_literal_at_the_start_of_another
// A literal may be the end of a longer one.
#include <assert.h>

int main(void) {
    const char *a = "abc", *b = "bc";
    assert(a + 1 != b);
    return 0;
}
