//@ assertions: unsafe
//@ domain: -1 0 10 97
//@ by: explicit
//@ twin: line_is_read
// There may be no line.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *line = 0;
    size_t size = 0;
    assert(getline(&line, &size, stdin) > 0);
    free(line);
    return 0;
}
