//@ assertions: unsafe
//@ with: signed_table.unit.c
//@ by: explicit bmc
//@ twin: 15_elements_of_another_sign
// The sign of the definition does not matter to the accessing file.
#include <assert.h>

extern unsigned char table[];

int main(void) {
    assert(table[0] == -56);
    assert(table[1] == 2);
    return 0;
}
