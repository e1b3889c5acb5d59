//@ all: safe
//@ by: explicit bmc
//@ twin: stream_with_a_local_buffer
// Without a buffer of the program the stream accesses nothing of it.
#include <stdio.h>

int main(void) {
    setvbuf(stdout, NULL, _IONBF, 0);
    puts("text");
    return 0;
}
