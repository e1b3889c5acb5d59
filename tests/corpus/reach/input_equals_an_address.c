//@ unsafe
//@ twin: number_of_an_address
// An input may equal the number of an address that was converted to an integer. The pointer made of it then leads to `shared`.
#include <assert.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

int shared;

int main(void) {
    unsigned long address = (unsigned long)&shared;
    unsigned long number = __VERIFIER_nondet_ulong();
    if (number == address)
        *(int *)number = 1;
    assert(shared == 0);
    return 0;
}
