//@ unsafe
//@ by: explicit
//@ twin: freed_beside_a_global
// The thread reads what is freed.
#include <pthread.h>
#include <stdlib.h>

static int first;
static int *given;

static void *reader(void *unused)
{
    int copy = *given;
    (void)copy;
    return unused;
}

int main(void)
{
    pthread_t thread;
    int *pointer = &first;
    given = malloc(sizeof *given);
    if (!given)
        return 0;
    *given = 1;
    pthread_create(&thread, 0, reader, 0);
    for (int i = 0; i < 2; i++) {
        if (pointer != &first)
            free(pointer);
        pointer = i ? 0 : given;
    }
    pthread_join(thread, 0);
    return 0;
}
