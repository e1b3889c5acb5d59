//@ assertions: unsafe
//@ by: explicit bmc
//@ twin: signal_mask_is_changed_wrongly
// How a mask changes does not matter if there is no set.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>

int main(void)
{
    sigset_t before;
    assert(pthread_sigmask(99, 0, &before) == EINVAL);
    return 0;
}
