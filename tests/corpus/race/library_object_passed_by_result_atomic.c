//@ safe
//@ by: static
//@ library: none
//@ twin: library_object_passed_by_result
// Threads use atomically the object that a function of the library returned to another thread.
#include <stdlib.h>

struct handle {
    int is_open;
    unsigned uses;
};

struct handle *handle_open(void)
{
    struct handle *handle = calloc(1, sizeof *handle);
    handle->is_open = 1;
    return handle;
}

void handle_use(struct handle *handle)
{
    if (handle->is_open)
        __atomic_fetch_add(&handle->uses, 1, 5);
}
