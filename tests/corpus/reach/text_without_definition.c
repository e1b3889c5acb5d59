//@ assertions: unsafe  memory: unsafe  others: safe
//@ by: bmc
//@ twin: text_with_definition
//@ domain: 0 49 55
// The text is what another file puts there: any number, and perhaps no end within the array.
#include <assert.h>
#include <stdlib.h>

extern char text[4];
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int n = 0;
    if (__VERIFIER_nondet_bool())
        n = atoi(text);
    assert(n != 17);
    return 0;
}
