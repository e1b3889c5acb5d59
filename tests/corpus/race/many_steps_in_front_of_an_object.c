//@ unsafe
//@ by: explicit
//@ twin: many_steps_in_front_of_an_object_joined
// The pointer goes a hundred bytes to the front, one at a time, and comes back to where the thread writes.
#include <pthread.h>

static struct { int first, second; } shared;

static void *writer(void *unused)
{
    shared.first = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    char *pointer = (char *)&shared.first;
    for (int i = 0; i < 100; i++)
        pointer -= 1;
    pthread_create(&thread, 0, writer, 0);
    *(int *)(pointer + 100) = 2;
    pthread_join(thread, 0);
    return 0;
}
