//@ all: safe
//@ by: explicit
//@ twin: uninitialized_local
// A global without initializer is zero.
#include <assert.h>

int flag;

int main(void) {
    if (flag)
        assert(0);
    return 0;
}
