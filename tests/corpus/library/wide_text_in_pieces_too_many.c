//@ assertions: unsafe  others: safe
//@ by: explicit
//@ twin: wide_text_in_pieces
// Separators in a row separate two pieces, not three.
#include <assert.h>
#include <wchar.h>

int main(void)
{
    wchar_t text[] = L",ab,,C,";
    wchar_t *state;
    wcstok(text, L",", &state);
    wcstok(0, L",", &state);
    assert(wcstok(0, L",", &state) != 0);
    return 0;
}
