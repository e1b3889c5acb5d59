//@ memory: unsafe  others: safe
//@ by: explicit
//@ twin: address_of_a_function_of_streams
// The pointer to the function is null where it is called.
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
    return write_line("line");
}
