//@ leaks: unsafe  others: safe
//@ domain: 0 1
//@ by: explicit
//@ twin: stream_left_open
// The stream is closed, and the buffer is not freed.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    FILE *stream = fopen("text", "r");
    char *buffer = malloc(4);
    buffer[0] = 0;
    if (stream) {
        fclose(stream);
    }
    return 0;
}
