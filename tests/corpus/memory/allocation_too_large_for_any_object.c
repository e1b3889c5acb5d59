//@ unknown
//@ by: static
//@ twin: allocation_as_large_as_its_use
// No object has so many bytes: malloc returns null.
#include <stdlib.h>

int main(void)
{
    int size = -1;
    char *memory = malloc(size);
    memory[0] = 1;
    free(memory);
    return 0;
}
