//@ assertions: unsafe
//@ by: bmc
//@ domain: 0 1 2
//@ twin: file_that_select_was_not_asked_for
// The file may be ready.
#include <assert.h>
#include <sys/select.h>

int main(void)
{
    fd_set files;
    FD_ZERO(&files);
    FD_SET(1, &files);
    select(2, &files, 0, 0, 0);
    assert(!FD_ISSET(1, &files));
    return 0;
}
