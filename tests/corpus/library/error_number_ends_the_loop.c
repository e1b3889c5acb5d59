//@ all: safe  termination: unsafe
//@ domain: -1 0 1 2 3
//@ by: explicit
//@ twin: error_number_behind_the_loop
// A number of the loop is not there behind the loop.
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
        assert(errno != EINTR);
    }
    return 0;
}
