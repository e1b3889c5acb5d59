//@ assertions: safe
//@ domain: 0 1 2
//@ twin: wide_character_is_one
//@ by: explicit
// C fixes only that the result is not zero.
#include <assert.h>
#include <wctype.h>

int main(void)
{
    int result = iswalpha(L'a');
    assert(result != 0);
    return 0;
}
