//@ memory: unsafe  others: safe
//@ by: explicit
//@ twin: wide_text
// `wcslen` reads up to the zero.
#include <wchar.h>

int main(void) {
    wchar_t text[2] = {L'a', L'b'};
    return wcslen(text) == 0;
}
