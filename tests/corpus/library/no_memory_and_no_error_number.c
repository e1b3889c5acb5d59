//@ assertions: unsafe
//@ by: explicit bmc
//@ twin: no_memory_for_so_many_objects
// The failure sets `errno`.
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void)
{
    size_t count = (size_t)-1;
    errno = 0;
    assert(calloc(count, 2) == 0);
    assert(errno == 0);
    return 0;
}
