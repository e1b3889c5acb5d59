//@ assertions: unsafe
//@ domain: 0 1
//@ by: bmc
//@ twin: end_of_a_number
// Without a call the pointer has no value: it need not be null.
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    char text[4] = "12a", *end;
    if (__VERIFIER_nondet_int()) {
        strtol(text, &end, 10);
        end = NULL;
    }
    assert(!end);
    return 0;
}
