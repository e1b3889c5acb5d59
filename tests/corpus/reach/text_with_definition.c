//@ safe
//@ by: bmc
//@ twin: text_without_definition
// The text is in this file and says another number.
#include <assert.h>
#include <stdlib.h>

char text[4] = "16";
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int n = 0;
    if (__VERIFIER_nondet_bool())
        n = atoi(text);
    assert(n != 17);
    return 0;
}
