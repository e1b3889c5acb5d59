//@ unsafe
//@ by: explicit
// The function gets no pointer to the memory that nobody frees.
#include <stdlib.h>

int measure(int number);

int main(void)
{
    int *memory = malloc(4);
    *memory = measure(3);
    return 0;
}
