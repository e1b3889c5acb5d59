//@ assertions: safe
//@ by: explicit bmc
//@ twin: barrier_for_too_many_threads_is_made
// No barrier is for more threads than an int can count.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void)
{
    pthread_barrier_t barrier;
    unsigned int many = 4000000000u;
    assert(pthread_barrier_init(&barrier, 0, many) == EINVAL);
    assert(pthread_barrier_init(&barrier, 0, 2147483647u) == EINVAL);
    return 0;
}
