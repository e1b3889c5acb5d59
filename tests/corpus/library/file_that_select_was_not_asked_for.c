//@ assertions: safe
//@ domain: 0 1 2
//@ twin: file_that_select_was_asked_for
// `select` takes files out of its sets and adds none.
#include <assert.h>
#include <sys/select.h>

int main(void)
{
    fd_set files;
    FD_ZERO(&files);
    FD_SET(0, &files);
    select(2, &files, 0, 0, 0);
    assert(!FD_ISSET(1, &files));
    return 0;
}
