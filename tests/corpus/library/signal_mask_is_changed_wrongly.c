//@ assertions: safe
//@ by: explicit bmc
//@ twin: signal_mask_is_changed_wrongly_without_a_set
// A mask can be changed in three ways only.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>

int main(void)
{
    sigset_t set, before;
    sigemptyset(&set);
    sigaddset(&set, SIGPIPE);
    assert(pthread_sigmask(99, &set, &before) == EINVAL);
    assert(pthread_sigmask(99, 0, &before) == 0);
    assert(pthread_sigmask(SIG_BLOCK, &set, 0) == 0);
    errno = 0;
    assert(sigprocmask(3, &set, 0) == -1 && errno == EINVAL);
    assert(sigprocmask(SIG_SETMASK, &set, 0) == 0);
    return 0;
}
