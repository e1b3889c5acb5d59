//@ assertions: unsafe  others: safe
//@ by: explicit bmc
//@ twin: comparison_result_has_a_sign
//@ domain: -2 -1 0 2
// `strcmp` may return any negative number where the left string comes first, not only -1.
#include <assert.h>
#include <string.h>

static int order(const char *left, const char *right) { return strcmp(left, right); }

int main(void) {
    const char *apple = "apple";
    int given = order(apple, "pear");
    assert(given == -1);
    return 0;
}
