//@ safe
//@ by: explicit
// A format without targets assigns nothing.
#include <assert.h>
#include <stdio.h>


int main(void) {
    int number = 7;
    scanf("text %*d");
    assert(number == 7);
    return 0;
}
