//@ assertions: unsafe  others: safe
//@ by: explicit
//@ twin: end_of_a_float
// The number goes on behind the point.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    char *end;
    strtod(" -12.5e+3kg", &end);
    assert(*end == '.');
    return 0;
}
