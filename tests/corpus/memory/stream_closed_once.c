//@ all: safe
//@ domain: 0 1
//@ twin: stream_closed_twice
// What is closed is a stream that was opened, or a standard one.
#include <stdio.h>

int main(int argc, char **argv)
{
    FILE *stream = argc > 1 ? fopen("text", "w") : stdout;
    if (!stream) {
        return 1;
    }
    fputs("text", stream);
    fclose(stream);
    return 0;
}
