//@ all: safe
//@ by: explicit bmc
//@ twin: table_of_other_characters
// What the macros of the C library of Linux look at: 2048 says that a character is a digit.
#include <assert.h>

extern const unsigned short **__ctype_b_loc(void);
extern const int **__ctype_toupper_loc(void);

int main(void) {
    assert((*__ctype_b_loc())['7'] & 2048);
    assert((*__ctype_toupper_loc())['a'] == 'A');
    return 0;
}
