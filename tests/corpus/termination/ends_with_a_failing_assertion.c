//@ termination: safe
//@ fair-termination: safe
//@ by: explicit
//@ twin: asserts_what_holds
// A failing assertion ends the process.
#include <assert.h>

int main(void) {
    int i = 0;
    while (1) {
        assert(i < 3);
        i++;
    }
    return 0;
}
