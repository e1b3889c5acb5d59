//@ assertions: unknown
//@ twin: id_of_the_owner
/* An id is any number but 0 and -1. */
#include <assert.h>
#include <pthread.h>

int main(void)
{
    assert(pthread_self() != 7);
    return 0;
}
