//@ unsafe
//@ by: explicit
//@ twin: number_beside_an_address
// The thread copies the address byte by byte, and follows the copy.
#include <pthread.h>
#include <stdlib.h>

static int shared;
static void *memory;

static void *writer(void *unused)
{
    int *copy = 0;
    for (unsigned i = 0; i < sizeof copy; i++)
        ((unsigned char *)&copy)[i] = ((unsigned char *)memory)[i];
    *copy = 1;
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
