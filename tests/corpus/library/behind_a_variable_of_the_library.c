//@ assertions: unsafe
//@ by: explicit bmc
//@ twin: variable_of_the_library
// What it holds does not matter to the assertion.
#include <assert.h>
#include <unistd.h>

int main(void) {
    int first = optind;
    (void)first;
    assert(0);
    return 0;
}
