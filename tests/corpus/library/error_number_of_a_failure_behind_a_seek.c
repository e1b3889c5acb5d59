//@ assertions: unsafe
//@ domain: -1 0 9
//@ by: explicit
//@ twin: error_number_of_a_failure_behind_a_seek_is_set
// What `lseek` left in `errno` does not matter behind a call that failed.
#include <assert.h>
#include <errno.h>
#include <unistd.h>

int main(void)
{
    lseek(0, 0, SEEK_CUR);
    if (close(0) < 0)
        assert(errno != EBADF);
    return 0;
}
