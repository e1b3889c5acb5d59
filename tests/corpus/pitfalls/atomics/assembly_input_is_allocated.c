//@ all: safe
//@ by: explicit
//@ twin: assembly_input_is_freed
// The memory is freed behind the template.
#include <stdlib.h>

int main(void)
{
    int *number = malloc(sizeof *number);
    *number = 1;
    __asm__ volatile("" : : "r"(*number));
    free(number);
    return 0;
}
