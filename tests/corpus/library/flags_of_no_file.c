//@ assertions: unsafe  others: safe
//@ domain: -1 0 1 9
//@ by: explicit
//@ twin: flags_of_a_file
// The file may not be open.
#include <assert.h>
#include <fcntl.h>

int main(void)
{
    int flags = fcntl(0, F_GETFL);
    assert(flags >= 0);
    return 0;
}
