//@ memory: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 72_copied_inside_one_array
// One byte too many.
#include <assert.h>
#include <string.h>

char a[4] = {1, 2, 3, 4};

int main(void) {
    memmove(a + 1, a, 4);
    assert(a[0] == 1 && a[1] == 1 && a[2] == 2 && a[3] == 3);
    return 0;
}
