//@ safe
//@ by: static
//@ twin: freed_beside_an_allocation
// What is freed is never the global, though the pointer may be one to it before.
#include <pthread.h>
#include <stdlib.h>

static int first;

static void *reader(void *unused)
{
    int copy = first;
    (void)copy;
    return unused;
}

int main(void)
{
    pthread_t thread;
    int *pointer = &first;
    pthread_create(&thread, 0, reader, 0);
    for (int i = 0; i < 2; i++) {
        if (pointer != &first)
            free(pointer);
        pointer = malloc(sizeof *pointer);
    }
    free(pointer);
    pthread_join(thread, 0);
    return 0;
}
