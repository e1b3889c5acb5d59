//@ memory: unsafe  others: safe
//@ domain: 0 1
//@ by: explicit
//@ twin: stream_closed_once
// A stream that is closed is none any more.
#include <stdio.h>

int main(void)
{
    FILE *stream = fopen("text", "w");
    if (!stream) {
        return 1;
    }
    fputs("text", stream);
    fclose(stream);
    fclose(stream);
    return 0;
}
