//@ assertions: unknown
//@ twin: two_ids_differ
/* The low halves of two ids may be equal or not: the violation depends on the system. */
#include <assert.h>
#include <pthread.h>

static void *wait(void *argument)
{
    pthread_t creator = *(pthread_t *)argument;
    assert((int)creator == (int)pthread_self());
    return 0;
}

int main(void)
{
    pthread_t own = pthread_self(), other;
    pthread_create(&other, 0, wait, &own);
    pthread_join(other, 0);
    return 0;
}
