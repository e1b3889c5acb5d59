//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 79_pointer_in_int_and_back
// A pointer survives a long.
#include <assert.h>

int x = 7;

int main(void) {
    unsigned long address = (unsigned long)&x;
    int *p = (int *)address;
    assert(*p == 7);
    return 0;
}
