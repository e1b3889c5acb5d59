//@ assertions: unsafe  others: safe
//@ by: explicit bmc
//@ twin: comparison_result_has_a_sign
//@ domain: 0 7
// A variable whose value is looked at, not only its sign, holds any number of the right sign.
#include <assert.h>
#include <string.h>

int main(void) {
    int kept = memcmp("pear", "apple", 4);
    if (kept > 0)
        assert(kept < 5);
    return 0;
}
