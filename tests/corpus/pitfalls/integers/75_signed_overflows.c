//@ overflow: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 75_unsigned_wraps
// Signed arithmetic overflows. (Where overflow is not asked, it wraps.)
#include <assert.h>
#include <limits.h>

int main(void) {
    int i = INT_MAX;
    i = i + 1;
    assert(i == INT_MIN);
    return 0;
}
