//@ memory: unsafe  others: safe
//@ domain: 0
//@ twin: effects_null_where_it_may_be
// The status has to be written somewhere.
#include <signal.h>
#include <sys/stat.h>

int main(void)
{
    sigset_t before;
    sigprocmask(SIG_BLOCK, 0, &before);
    fstat(0, 0);
    return 0;
}
