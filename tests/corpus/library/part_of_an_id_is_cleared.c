//@ assertions: unknown
//@ twin: id_of_the_owner
/* The ids may differ in the byte that is cleared. */
#include <assert.h>
#include <pthread.h>
#include <string.h>

static void *end(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_t self = pthread_self(), other;
    pthread_create(&other, 0, end, 0);
    pthread_t copy = other;
    memset(&self, 0, 1);
    memset(&copy, 0, 1);
    assert(self == copy);
    pthread_join(other, 0);
    return 0;
}
