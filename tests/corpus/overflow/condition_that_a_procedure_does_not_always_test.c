//@ overflow: unsafe
//@ twin: condition_given_to_a_procedure
//@ domain: 2147483646 2147483647
// A procedure tests its parameter on one way only.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static void assume(int condition, int is_asked) {
    if (is_asked && !condition)
        abort();
}

int main(void) {
    int number = __VERIFIER_nondet_int();
    assume(number > 0 && number < 2147483647, __VERIFIER_nondet_int() == 2147483647);
    return number + 1;
}
