//@ memory: unsafe  others: safe
//@ by: explicit
//@ twin: assembly_input_is_allocated
// The input of an empty template lies in memory that is freed.
#include <stdlib.h>

int main(void)
{
    int *number = malloc(sizeof *number);
    *number = 1;
    free(number);
    __asm__ volatile("" : : "r"(*number));
    return 0;
}
