//@ safe
//@ by: static
//@ twin: distance_in_an_int
// The thread has the distance from one object to another one, and stays with the first.
#include <pthread.h>
#include <stdint.h>

static int first, second;
static int distance;

static void *writer(void *unused)
{
    first = distance;
    return unused;
}

int main(void)
{
    pthread_t thread;
    distance = (int)((uintptr_t)&second - (uintptr_t)&first);
    pthread_create(&thread, 0, writer, 0);
    second = 2;
    pthread_join(thread, 0);
    return 0;
}
