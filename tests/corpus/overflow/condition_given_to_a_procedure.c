//@ overflow: safe
//@ by: static
//@ twin: condition_that_a_procedure_does_not_always_test
//@ domain: 2147483646 2147483647
// What a procedure tests holds behind the call.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static void assume(int condition) {
    if (!condition)
        abort();
}

int main(void) {
    int number = __VERIFIER_nondet_int();
    assume(number > 0 && number < 2147483647);
    return number + 1;
}
