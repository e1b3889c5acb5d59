//@ assertions: unsafe  others: safe
//@ by: explicit bmc
//@ twin: character_class_is_not_zero
//@ domain: 0 1 8
// What a classification returns for a member of the class is any number but zero: 2048 in the C library of GNU.
#include <assert.h>
#include <ctype.h>

int main(void) {
    volatile int character = '7';
    assert(isdigit(character) == 1);
    return 0;
}
