//@ safe
//@ by: explicit
//@ twin: address_copied_by_bytes
// The memory holds an address and a number. The number is an index, and the address is not used.
#include <pthread.h>
#include <stdlib.h>

static int shared, own[4];
static void *memory;

static void *writer(void *unused)
{
    int index = *(int *)((char *)memory + 8);
    own[index & 3] = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    memory = calloc(1, 16);
    if (!memory)
        return 0;
    *(int **)memory = &shared;
    *(int *)((char *)memory + 8) = 2;
    pthread_create(&thread, 0, writer, 0);
    shared = 2;
    pthread_join(thread, 0);
    return 0;
}
