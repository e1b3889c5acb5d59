//@ memory: unsafe  others: safe
//@ by: explicit bmc
//@ domain: 0 1
//@ twin: memory_or_minus_one
// What is not -1 may be -2.
#include <stdlib.h>

static char *get(unsigned long size) {
    if (size == 0)
        return (char *)-2;
    return malloc(size);
}

int __VERIFIER_nondet_int(void);

int main(int argc, char **argv) {
    (void)argv;
    char *bytes = get(__VERIFIER_nondet_int() ? 0 : 8);
    if (bytes == (char *)-1)
        return 1;
    bytes[argc & 7] = 1;
    free(bytes);
    return 0;
}
