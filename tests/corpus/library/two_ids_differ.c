//@ assertions: unsafe
//@ twin: parts_of_two_ids
/* Two threads that run at the same time never have equal ids, and the shown number changes nothing. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static void *wait(void *argument)
{
    pthread_t creator = *(pthread_t *)argument;
    printf("%d\n", (int)creator % 100);
    assert(creator == pthread_self());
    return 0;
}

int main(void)
{
    pthread_t own = pthread_self(), other;
    pthread_create(&other, 0, wait, &own);
    pthread_join(other, 0);
    return 0;
}
