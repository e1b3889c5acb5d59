//@ all: safe
//@ externals: args
//@ termination: safe
//@ by: explicit
//@ twin: 93_unknown_function_gives_anything
// What it gives is checked.
#include <assert.h>

int measure(void);

int main(void) {
    int m = measure();
    if (m != 1)
        return 0;
    if (m != 1)
        assert(0);
    return 0;
}
