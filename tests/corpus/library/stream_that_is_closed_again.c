//@ all: safe
//@ twin: stream_that_is_freed
/* fclose belongs to fopen. */
#include <stdio.h>

int main(void)
{
    FILE *file = fopen("input.txt", "r");
    if (file)
        fclose(file);
    return 0;
}
