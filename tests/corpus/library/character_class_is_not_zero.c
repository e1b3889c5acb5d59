//@ all: safe
//@ by: explicit bmc
//@ twin: character_class_is_one
// A classification returns zero or something else.
#include <assert.h>
#include <ctype.h>

int main(void) {
    volatile int character = '7';
    assert(isdigit(character) && isdigit(character) != 0 && !isalpha(character));
    int is_space = isspace(character);
    int is_alnum = (isalnum)(character);
    assert(!is_space && is_alnum);
    _Bool is_upper = isupper('A');
    assert(is_upper == 1 && !!islower('a') == 1);
    return 0;
}
