//@ assertions: unsafe  others: safe
//@ by: explicit
//@ twin: numbers_of_pure_functions
// Division rounds to zero.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    div_t parts = div(-7, 2);
    assert(parts.quot == -4);
    return 0;
}
