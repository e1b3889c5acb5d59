//@ safe
//@ by: explicit
//@ twin: many_steps_in_front_of_an_object
// The same when the thread has ended.
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
    pthread_join(thread, 0);
    *(int *)(pointer + 100) = 2;
    return 0;
}
