//@ assertions: unknown
//@ twin: id_of_the_owner
/* Which of two ids is less is not fixed. */
#include <assert.h>
#include <pthread.h>

static void *end(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, 0, end, 0);
    assert((unsigned long)pthread_self() < (unsigned long)other);
    pthread_join(other, 0);
    return 0;
}
