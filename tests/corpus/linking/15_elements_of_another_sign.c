//@ assertions: safe
//@ with: signed_table.unit.c
//@ by: explicit bmc
//@ twin: 16_elements_of_another_sign_wrong
// The elements have the sign that the accessing file declares.
#include <assert.h>

extern unsigned char table[];

int main(void) {
    assert(table[0] == 200);
    assert(table[1] == 2);
    return 0;
}
