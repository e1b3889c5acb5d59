//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 80_assertion_switched_on
// With NDEBUG an assert is nothing; its operand is not evaluated.
#include <assert.h>

#define NDEBUG
#include <assert.h>

int main(void) {
    int i = 0;
    assert(i++ == 7);
    return i;
}
