//@ unsafe
//@ by: explicit
//@ twin: end_of_a_short_array_and_back_alone
// The index leads to the end of the array, and a step back to its last element.
#include <pthread.h>

static int items[4];

static void *writer(void *unused)
{
    int count = 4;
    int *end = items + count;
    *(end - 1) = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    items[3] = 2;
    pthread_join(thread, 0);
    return 0;
}
