//@ all: safe
//@ twin: digit_in_a_locale_is_a_letter
// What C fixes holds in each locale: the classes and the case of letters below 128, equal texts, and digits.
#include <assert.h>
#include <ctype.h>
#include <locale.h>
#include <string.h>

int main(void) {
    setlocale(LC_ALL, "");
    assert(isalpha('a') && !isalpha('1'));
    assert(toupper('a') == 'A');
    assert(!isdigit(0xe4));
    assert(strcoll("a", "a") == 0);
    int upper = toupper(0xe4);
    assert(upper >= 0 && upper <= 255);
    return 0;
}
