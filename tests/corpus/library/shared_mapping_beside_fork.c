//@ assertions: unknown
/* What the child writes is the parent's, too. */
#include <assert.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    int *shared = mmap(0, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        return 1;
    if (fork() == 0) {
        *shared = 1;
        _exit(0);
    }
    wait(0);
    assert(*shared == 0);
    return 0;
}
