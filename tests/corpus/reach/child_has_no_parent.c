//@ assertions: unsafe  others: safe
//@ by: explicit bmc
//@ domain: 0 1 7 8
//@ twin: child_has_a_parent
// The process that forks is the parent of the child.
#include <assert.h>
#include <unistd.h>

int main(void) {
    pid_t parent = getpid();
    if (fork() == 0) {
        assert(getppid() != parent);
        assert(getpid() == getpid());
        _exit(0);
    }
    assert(getpid() == parent);
    return 0;
}
