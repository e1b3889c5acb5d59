//@ assertions: unknown
//@ twin: id_of_the_owner
/* Two ids may agree in their lower half. */
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
    assert((int)pthread_self() != (int)other);
    pthread_join(other, 0);
    return 0;
}
