//@ all: safe
//@ domain: 0
//@ twin: effects_null_where_it_must_not_be
// A set of signals may be null.
#include <signal.h>
#include <sys/stat.h>

int main(void)
{
    sigset_t before;
    struct stat status;
    sigprocmask(SIG_BLOCK, 0, &before);
    fstat(0, &status);
    return 0;
}
