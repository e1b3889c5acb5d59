//@ all: safe
//@ domain: 0 1
//@ twin: buffer_left_beside_a_stream
// A stream that is not closed is no memory of the program.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    FILE *stream = fopen("text", "r");
    char *buffer = malloc(4);
    free(buffer);
    if (stream) {
        rewind(stream);
    }
    return 0;
}
