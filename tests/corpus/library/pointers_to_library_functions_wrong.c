//@ assertions: unsafe  others: safe
//@ twin: pointers_to_library_functions
// The zero is not counted.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct memory {
    void *(*take)(size_t size);
    void (*give)(void *memory);
};

static const struct memory memory = {malloc, free};
static size_t (*const length)(const char *text) = strlen;

int main(void)
{
    char *text = memory.take(4);
    strcpy(text, "abc");
    assert(length(text) == 4);
    memory.give(text);
    return 0;
}
