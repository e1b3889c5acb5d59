//@ all: safe
//@ twin: stream_there_may_not_be
// The standard streams are open and differ.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    FILE *stream = stdin;
    assert(stream != 0);
    assert(stdout != stderr && stream != stdout);
    return 0;
}
