//@ memory: unsafe  others: safe
//@ domain: 0 1
//@ by: explicit
//@ twin: stream_that_was_opened
// `fopen` may return null.
#include <stdio.h>

int main(void)
{
    char line[4];
    FILE *stream = fopen("text", "r");
    fgets(line, sizeof line, stream);
    return 0;
}
