//@ memory: safe
//@ twin: huge_object_behind_the_last_byte
// The last byte of an object of any size is written: an offset of it may be larger than the greatest signed number, if there is such an
// object at all.
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
    bytes[size - 1] = 1;
    free(bytes);
    return 0;
}
