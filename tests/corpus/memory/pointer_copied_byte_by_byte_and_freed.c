//@ memory: unsafe  others: safe
//@ by: explicit
//@ twin: pointer_copied_byte_by_byte
// A copy of a pointer that was made byte by byte leads to the memory that is freed through the other one.
#include <stdlib.h>

static void copy(void *to, const void *from, unsigned size) {
    unsigned char *d = to;
    const unsigned char *s = from;
    while (size-- > 0)
        *d++ = *s++;
}

int main(void) {
    int *first = malloc(sizeof(int)), *second;
    if (!first)
        return 0;
    copy(&second, &first, sizeof first);
    free(first);
    *second = 5;
    return 0;
}
