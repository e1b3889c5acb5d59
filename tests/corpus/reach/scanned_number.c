//@ unsafe
//@ by: explicit
// A number that is read may be any.
#include <assert.h>
#include <stdio.h>


int main(void) {
    int number = 7;
    scanf("%d", &number);
    assert(number == 7);
    return 0;
}
