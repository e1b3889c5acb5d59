//@ all: safe
//@ by: explicit
//@ twin: text_of_pure_functions_too_long
// Functions on strings and memory that are extensions of GNU and POSIX.
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    const char *text = "a=b";
    assert(strchrnul(text, '=') == text + 1 && strchrnul(text, '?') == text + 3);
    assert(memmem(text, 3, "=b", 2) == text + 1 && memmem(text, 3, "b=", 2) == 0);
    assert(strcasestr(text, "=B") == text + 1 && strcasestr(text, "c") == 0);
    char copy[6];
    assert(stpncpy(copy, text, 6) == copy + 3 && copy[5] == 0);
    swab("abcd", copy, 4);
    assert(copy[0] == 'b' && copy[1] == 'a' && copy[2] == 'd' && copy[3] == 'c');
    bcopy(text, copy, 4);
    assert(bcmp(text, copy, 4) == 0 && strcoll(text, copy) == 0);
    return 0;
}
