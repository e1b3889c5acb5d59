//@ memory: unsafe  others: safe
//@ by: explicit
//@ twin: wide_number_ends_where_memory_ends
// All characters are digits: the function reads on.
#include <wchar.h>

int main(void)
{
    wchar_t text[3] = {L'1', L'2', L'9'};
    wcstol(text, 0, 10);
    return 0;
}
