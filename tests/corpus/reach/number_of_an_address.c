//@ safe
//@ by: static
//@ twin: input_equals_an_address
// The pointer is made of the number of another object's address, whatever the input is.
#include <assert.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

int shared, other;

int main(void) {
    unsigned long address = (unsigned long)&other;
    unsigned long number = __VERIFIER_nondet_ulong();
    if (number == 1)
        *(int *)address = 1;
    assert(shared == 0);
    return 0;
}
