//@ assertions: unsafe
//@ domain: 0 1 2
//@ twin: wide_character_is_not_zero
// A classification may give any number that is not zero.
#include <assert.h>
#include <wctype.h>

int main(void)
{
    assert(iswalpha(L'a') == 1);
    return 0;
}
