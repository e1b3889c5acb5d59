//@ safe
//@ externals: args
//@ by: static
//@ twin: function_from_outside
// The function without a body decides only whether our own function is called.
#include <assert.h>

void (*handler(void))(void);

int shared, other;

void set(void) { other = 1; }

int main(void) {
    void (*call)(void) = handler() ? set : 0;
    if (call)
        call();
    assert(shared == 0);
    return 0;
}
