//@ all: safe
//@ by: explicit
//@ twin: address_of_a_function_of_streams_that_is_called
// The program locks streams, so the address of puts is unsupported. It is never taken here.
#include <stdio.h>

static int (*writer(void))(const char *) {
    return puts;
}

int main(void) {
    int (*write_line)(const char *) = 0;
    flockfile(stdout);
    funlockfile(stdout);
    if (write_line != 0) {
        write_line = writer();
    }
    return 0;
}
