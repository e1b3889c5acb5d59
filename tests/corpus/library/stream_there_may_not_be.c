//@ assertions: unsafe  others: safe
//@ domain: 0 1
//@ by: explicit
//@ twin: standard_streams_there_are
// A file may not be opened.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    FILE *stream = fopen("text", "r");
    assert(stream != 0);
    assert(stdout != stderr && stream != stdout);
    return 0;
}
