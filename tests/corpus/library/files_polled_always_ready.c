//@ assertions: unsafe  others: safe
//@ domain: -1 0 1 5 8
//@ by: explicit
//@ twin: files_polled
// Nothing may be ready.
#include <assert.h>
#include <poll.h>

int main(void)
{
    struct pollfd files[1] = {{0, POLLIN, 0}};
    assert(poll(files, 1, 0) != 0);
    return 0;
}
