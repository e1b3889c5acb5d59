//@ assertions: unsafe
//@ twin: process_numbers
// The number of the process may be any positive one.
#include <assert.h>
#include <unistd.h>

int main(void) {
    assert(getpid() != 2);
    return 0;
}
