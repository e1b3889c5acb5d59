//@ assertions: unsafe  others: safe
//@ domain: -1 0 1
//@ by: explicit
//@ twin: error_number_behind_a_read_that_fails
// A function that succeeds may leave it as it was.
#include <assert.h>
#include <errno.h>
#include <unistd.h>

int main(void)
{
    char text[1];
    long count;
    errno = 0;
    count = read(0, text, 1);
    if (count <= 0) {
        assert(errno != 0);
    }
    return 0;
}
