//@ all: safe
//@ by: explicit
//@ twin: wide_text_in_pieces_too_many
// Wide text: compared without case, copied to its end, cut in pieces, read as numbers.
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <wchar.h>
#include <wctype.h>

int main(void)
{
    wchar_t text[] = L",ab,,C,";
    wchar_t *state, *end, copy[4];
    assert(wcscasecmp(L"aBc", L"AbC") == 0 && wcscasecmp(L"ab", L"AC") < 0 && wcsncasecmp(L"abX", L"ABy", 2) == 0);
    assert(wcpcpy(copy, L"ab") == copy + 2 && wcpncpy(copy, L"a", 3) == copy + 1 && copy[2] == 0);
    assert(wcschrnul(L"a", L'b')[0] == 0 && wmempcpy(copy, L"xyz", 3) == copy + 3 && copy[2] == L'z');
    assert(wcscmp(wcstok(text, L",", &state), L"ab") == 0 && wcscmp(wcstok(0, L",", &state), L"C") == 0);
    assert(wcstok(0, L",", &state) == 0);
    const wchar_t *number = L" -0x1fz";
    assert(wcstol(number, &end, 0) == -31 && end == number + 6 && wcstoul(L"zz", 0, 36) == 35 * 37);
    errno = 0;
    assert(wcstol(L"99999999999999999999", 0, 10) == LONG_MAX && errno == ERANGE);
    assert(iswalpha(L'x') && !iswdigit(L'x') && towupper(L'x') == L'X' && !iswspace(WEOF));
    assert(btowc('a') == L'a' && wctob(L'a') == 'a' && wctob(WEOF) == -1);
    return 0;
}
