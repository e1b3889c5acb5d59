//@ assertions: unsafe  others: safe
//@ by: explicit
//@ twin: uninitialized_global
// A local without initializer has any value.
#include <assert.h>

int main(void) {
    _Bool flag;
    if (flag)
        assert(0);
    return 0;
}
