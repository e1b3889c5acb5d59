//@ all: safe
//@ by: explicit bmc static
//@ twin: memory_or_minus_two
// No address is -1, so what is not -1 is the address of the memory.
#include <stdlib.h>

static char *get(unsigned long size) {
    if (size == 0)
        return (char *)-1;
    return malloc(size);
}

int main(int argc, char **argv) {
    (void)argv;
    char *bytes = get(8);
    if (bytes == (char *)-1)
        return 1;
    bytes[argc & 7] = 1;
    free(bytes);
    return 0;
}
