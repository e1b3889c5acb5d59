//@ assertions: unknown
//@ twin: address_in_an_integer
// An address that was converted to a double and back leads to its object: no engine may take it for a number.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

int x;

int main(void) {
    double far = (double)(uintptr_t)&x;
    int *back = (int *)(uintptr_t)far;
    *back = 1;
    assert(x == 0);
    return 0;
}
