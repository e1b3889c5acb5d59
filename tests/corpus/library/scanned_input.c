//@ assertions: unsafe  others: safe
//@ by: explicit bmc
//@ twin: scanned_text
//@ domain: 0 1
// What `scanf` stores is any number.
#include <assert.h>
#include <stdio.h>

int main(void) {
    int value = 0;
    scanf("%d", &value);
    assert(value == 0);
    return 0;
}
