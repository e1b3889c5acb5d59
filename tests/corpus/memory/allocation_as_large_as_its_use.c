//@ safe
//@ by: static
//@ twin: allocation_too_large_for_any_object
// The object has the byte that is written.
#include <stdlib.h>

int main(void)
{
    int size = 1;
    char *memory = malloc(size);
    memory[0] = 1;
    free(memory);
    return 0;
}
