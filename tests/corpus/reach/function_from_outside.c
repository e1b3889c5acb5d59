//@ unsafe
//@ twin: function_of_our_own
// A function without a body may return the address of any function with external linkage: `set` may be called.
#include <assert.h>

void (*handler(void))(void);

int shared;

void set(void) { shared = 1; }

int main(void) {
    void (*call)(void) = handler();
    if (call)
        call();
    assert(shared == 0);
    return 0;
}
