//@ data-race: safe
//@ twin: distance_between_two_objects
// The distance of two elements leads to an element of the same array.
#include <pthread.h>
#include <stdint.h>

static int left, right[2];

static void *writer(void *unused)
{
    intptr_t distance = (intptr_t)&right[1] - (intptr_t)&right[0];
    int *moved = (int *)((char *)&right[0] + distance);
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
