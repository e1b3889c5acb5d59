//@ safe
//@ by: explicit
// Characters of the C locale, and numbers in strings.
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>

int main(void) {
    int upper = 0, lower = 0, digit = 0, hex = 0, space = 0, punct = 0, print = 0, graph = 0, control = 0, blank = 0;
    for (int c = 0; c < 128; c++) {
        upper += isupper(c) != 0;
        lower += islower(c) != 0;
        digit += isdigit(c) != 0;
        hex += isxdigit(c) != 0;
        space += isspace(c) != 0;
        punct += ispunct(c) != 0;
        print += isprint(c) != 0;
        graph += isgraph(c) != 0;
        control += iscntrl(c) != 0;
        blank += isblank(c) != 0;
        assert((isalpha(c) != 0) == (isupper(c) || islower(c)));
        assert((isalnum(c) != 0) == (isalpha(c) || isdigit(c)));
        assert(toupper(c) == (islower(c) ? c - 'a' + 'A' : c));
        assert(tolower(c) == (isupper(c) ? c - 'A' + 'a' : c));
    }
    assert(upper == 26 && lower == 26 && digit == 10 && hex == 22 && space == 6);
    assert(punct == 32 && print == 95 && graph == 94 && control == 33 && blank == 2);
    assert(atoi(" \t-120x") == -120 && atoi("+7") == 7 && atoi("") == 0 && atoi("- 1") == 0 && atoi("--1") == 0);
    assert(atol("9000000000") == 9000000000 && atoll("-9000000000") == -9000000000);
    assert(abs(-3) == 3 && labs(4) == 4 && llabs(-5LL) == 5);
    return 0;
}
