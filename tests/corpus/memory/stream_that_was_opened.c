//@ all: safe
//@ domain: 0 1
//@ twin: stream_that_was_not_opened
// A null pointer is not used.
#include <stdio.h>

int main(void)
{
    char line[4];
    FILE *stream = fopen("text", "r");
    if (stream) {
        fgets(line, sizeof line, stream);
    }
    return 0;
}
