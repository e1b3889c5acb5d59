//@ assertions: unsafe
//@ by: explicit bmc
//@ twin: barrier_for_too_many_threads
// The call fails.
#include <assert.h>
#include <pthread.h>

int main(void)
{
    pthread_barrier_t barrier;
    assert(pthread_barrier_init(&barrier, 0, 4000000000u) == 0);
    return 0;
}
