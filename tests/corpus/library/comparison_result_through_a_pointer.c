//@ assertions: unsafe  others: safe
//@ by: explicit bmc
//@ twin: comparison_result_has_a_sign
//@ domain: -2 0 2
// A function that a pointer leads to returns any number of the right sign, too.
#include <assert.h>
#include <string.h>

static int (*const compare[])(const char *, const char *) = {strcmp, strcasecmp};

int main(void) {
    assert(compare[1]("b", "A") <= 1);
    return 0;
}
