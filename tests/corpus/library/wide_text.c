//@ all: safe
//@ by: explicit
//@ twin: wide_text_unterminated
// Wide strings: measured, copied, compared, searched.
#include <assert.h>
#include <wchar.h>

int main(void) {
    wchar_t text[8];
    assert(wcslen(L"abc") == 3 && wcscpy(text, L"ab") == text && wcscat(text, L"c") == text);
    assert(!wcscmp(text, L"abc") && wcscmp(text, L"abd") < 0 && !wcsncmp(text, L"abd", 2));
    assert(wcschr(text, L'b') == text + 1 && wcsrchr(text, L'x') == 0 && wcsstr(text, L"bc") == text + 1);
    wmemset(text, L'z', 2);
    assert(text[1] == L'z' && text[2] == L'c' && wmemchr(text, L'c', 3) == text + 2);
    assert(wcsspn(text, L"z") == 2 && wcscspn(text, L"c") == 2 && wcspbrk(text, L"xc") == text + 2);
    return 0;
}
