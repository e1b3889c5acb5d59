//@ assertions: unsafe  others: safe  termination: unsafe
//@ domain: -1 0 1 2 3
//@ by: explicit
//@ twin: error_number_ends_the_loop
// Another number than that of the loop may be there.
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

int main(void)
{
    char text[1];
    long count;
    do {
        count = read(0, text, 1);
    } while (count < 0 && errno == EINTR);
    if (count < 0) {
        assert(errno != EAGAIN);
    }
    return 0;
}
