//@ all: safe
//@ domain: 0 1
//@ by: explicit
//@ twin: end_of_a_number_in_no_base
// If the end is stored, it is the beginning.
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void)
{
    const char *text = "1";
    char *end = 0;
    assert(strtol(text, &end, 1) == 0 && errno == EINVAL);
    assert(end == 0 || end == text);
    return 0;
}
