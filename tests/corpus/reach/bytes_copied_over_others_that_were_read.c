//@ unsafe
//@ by: bmc
//@ twin: bytes_that_were_read_stay
// Nobody wrote to either array. What was read of one is overwritten by a copy of the other, which may hold something else.
#include <assert.h>
#include <string.h>

int main(void) {
    int mine[2], other[2];
    int before = mine[0];
    memcpy(mine, other, sizeof mine);
    assert(mine[0] == before);
    return 0;
}
