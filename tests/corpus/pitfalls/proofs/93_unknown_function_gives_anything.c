//@ assertions: unsafe  others: safe
//@ externals: args
//@ termination: safe
//@ by: explicit
//@ twin: 93_unknown_function_not_trusted
// A function without a body gives anything.
#include <assert.h>

int measure(void);

int main(void) {
    int m = measure();
    if (m == 1)
        assert(0);
    return 0;
}
