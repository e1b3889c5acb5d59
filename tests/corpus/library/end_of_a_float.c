//@ all: safe
//@ by: explicit
//@ twin: end_of_a_float_is_not_its_point
// Where the number ends is exact.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    char *end;
    strtod(" -12.5e+3kg", &end);
    assert(*end == 'k');
    return 0;
}
