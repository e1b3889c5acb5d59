//@ memory: unsafe  others: safe
//@ twin: stream_that_is_closed_again
/* fclose does not belong to malloc. */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    FILE *file = malloc(64);
    fclose(file);
    return 0;
}
