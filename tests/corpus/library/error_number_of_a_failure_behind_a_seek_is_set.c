//@ assertions: safe
//@ domain: -1 0 9
//@ by: explicit
//@ twin: error_number_of_a_failure_behind_a_seek
// A call that failed leaves an error number.
#include <assert.h>
#include <errno.h>
#include <unistd.h>

int main(void)
{
    lseek(0, 0, SEEK_CUR);
    if (close(0) < 0)
        assert(errno != 0);
    return 0;
}
