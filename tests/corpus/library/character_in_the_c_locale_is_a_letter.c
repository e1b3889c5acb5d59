//@ assertions: unsafe  others: safe
//@ twin: character_in_the_c_locale
// No locale is chosen, so no character above 127 is a letter.
#include <assert.h>
#include <ctype.h>
#include <locale.h>

int main(void) {
    setlocale(LC_ALL, "C");
    assert(isalpha(0xe4));
    return 0;
}
