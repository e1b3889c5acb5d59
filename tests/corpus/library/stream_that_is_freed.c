//@ memory: unsafe  others: safe
//@ twin: stream_that_is_closed_again
/* free does not belong to fopen. */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    FILE *file = fopen("input.txt", "r");
    if (file)
        free(file);
    return 0;
}
