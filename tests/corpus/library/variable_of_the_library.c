//@ assertions: unknown
//@ twin: behind_a_variable_of_the_library
// The library sets `optind` to 1 before main.
#include <assert.h>
#include <unistd.h>

int main(void) {
    assert(optind == 1);
    return 0;
}
