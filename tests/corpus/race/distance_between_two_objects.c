//@ data-race: unknown
//@ twin: distance_inside_an_array
// The distance of two objects leads from one to the other on machines; C leaves it undefined.
#include <pthread.h>
#include <stdint.h>

static int left, right;

static void *writer(void *unused)
{
    intptr_t distance = (intptr_t)&left - (intptr_t)&right;
    int *moved = (int *)((char *)&right + distance);
    *moved = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    left = 2;
    pthread_join(thread, 0);
    return 0;
}
