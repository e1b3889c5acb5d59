//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 79_sizeof_does_not_evaluate
// Outside of it, it is.
#include <assert.h>

int main(void) {
    int i = 0;
    int size = (int)sizeof(i);
    i++;
    assert(i == 0 && size == 4);
    return 0;
}
