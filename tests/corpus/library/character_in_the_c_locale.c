//@ all: safe
//@ twin: character_in_the_c_locale_is_a_letter
// In the locale "C" no character above 127 is a letter, and `strcoll` compares bytes.
#include <assert.h>
#include <ctype.h>
#include <locale.h>
#include <string.h>

int main(void) {
    setlocale(LC_ALL, NULL);
    setlocale(LC_CTYPE, "C");
    assert(!isalpha(0xe4));
    assert(toupper(0xe4) == 0xe4);
    assert(strcoll("B", "a") < 0);
    return 0;
}
