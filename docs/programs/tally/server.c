#include <pthread.h>

#include "counter.h"

static void *worker(void *argument)
{
    bump();
    return argument;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, worker, 0);
    pthread_create(&two, 0, worker, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return count() == 2 ? 0 : 1;
}
