//@ unknown
//@ twin: external_gets_other_memory
// The function may free what it gets.
#include <stdlib.h>

void take(int *memory);

int main(void)
{
    int *memory = malloc(4);
    take(memory);
    return 0;
}
