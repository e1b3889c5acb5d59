//@ assertions: safe  memory: safe
//@ domain: -1 0 10 97
//@ twin: line_is_always_read
// A line is terminated, and there is room for it.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *line = 0;
    size_t size = 0;
    if (getline(&line, &size, stdin) == 2) {
        assert(line[2] == 0 && line[0] != '\n' && size > 2);
    }
    free(line);
    return 0;
}
