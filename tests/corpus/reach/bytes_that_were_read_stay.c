//@ safe
//@ by: bmc
//@ twin: bytes_copied_over_others_that_were_read
// Nobody wrote to either array, and what was read of one is still there.
#include <assert.h>
#include <string.h>

int main(void) {
    int mine[2], other[2];
    int before = mine[0];
    memcpy(other, mine, sizeof mine);
    assert(mine[0] == before);
    return 0;
}
