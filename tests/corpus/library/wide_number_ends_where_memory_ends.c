//@ all: safe
//@ by: explicit
//@ twin: wide_number_does_not_end
// Nothing is read behind the character that ends the number.
#include <assert.h>
#include <wchar.h>

int main(void)
{
    wchar_t text[3] = {L'1', L'2', L'9'};
    assert(wcstol(text, 0, 8) == 10);
    return 0;
}
