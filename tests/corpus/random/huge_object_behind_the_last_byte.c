//@ memory: unsafe
//@ by: random
//@ twin: huge_object_to_the_last_byte
// The byte behind an object of any size is written.
#include <stdlib.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void)
{
    unsigned long size = __VERIFIER_nondet_ulong();
    if (size == 0)
        return 0;
    char *bytes = malloc(size);
    if (!bytes)
        return 0;
    bytes[size] = 1;
    free(bytes);
    return 0;
}
