//@ memory: unsafe  others: safe
//@ by: explicit bmc
//@ twin: aligned_memory
// The call fails, and the pointer stays null.
#include <stdlib.h>

int main(void)
{
    char *memory = 0;
    posix_memalign((void **)&memory, 24, 4);
    *memory = 1;
    return 0;
}
