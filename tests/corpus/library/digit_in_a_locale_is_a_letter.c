//@ assertions: unsafe  others: safe
//@ twin: character_in_a_locale
// A digit is a letter in no locale.
#include <assert.h>
#include <ctype.h>
#include <locale.h>

int main(void) {
    setlocale(LC_ALL, "");
    assert(isalpha('1'));
    return 0;
}
