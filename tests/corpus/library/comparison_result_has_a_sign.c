//@ all: safe
//@ by: explicit bmc
//@ twin: comparison_result_is_minus_one
// C fixes the sign of what a comparison of strings or memory returns, and no more.
#include <assert.h>
#include <string.h>

static int order(const char *left, const char *right) { return strcmp(left, right); }

int main(void) {
    const char *apple = "apple";
    assert(strcmp(apple, "pear") < 0 && !strcmp(apple, "apple") && memcmp("pea", apple, 3) > 0);
    int kept = strncmp(apple, "apply", 4);
    assert(kept == 0);
    int given = order(apple, "pear");
    assert(given <= -1);
    int (*compare)(const char *, const char *) = strcmp;
    assert(compare("b", apple) > 0);
    return 0;
}
