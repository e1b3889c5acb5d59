//@ all: safe
//@ by: explicit
//@ twin: pointer_copied_byte_by_byte_and_freed
// The bytes of a pointer are copied one after the other, by a loop over characters and as two halves: the copies are the pointer.
#include <assert.h>
#include <stdlib.h>

struct owner {
    int *memory;
};

union bytes {
    int *memory;
    unsigned halves[sizeof(int *) / sizeof(unsigned)];
};

static void copy(void *to, const void *from, unsigned size) {
    unsigned char *d = to;
    const unsigned char *s = from;
    while (size-- > 0)
        *d++ = *s++;
}

int main(void) {
    struct owner first, second;
    union bytes third, fourth;
    first.memory = malloc(sizeof(int));
    if (!first.memory)
        return 0;
    copy(&second, &first, sizeof first);
    *second.memory = 5;
    third.memory = second.memory;
    for (unsigned i = sizeof third.halves / sizeof *third.halves; i-- > 0;)
        fourth.halves[i] = third.halves[i];
    assert(*fourth.memory == 5);
    free(fourth.memory);
    return 0;
}
