//@ assertions: safe  others: safe
//@ twin: what_is_left_in_a_mapped_file
/* New memory holds zeros, and calls that cannot succeed say why. */
#include <assert.h>
#include <errno.h>
#include <stddef.h>
#include <sys/mman.h>

int main(void)
{
    int *page = mmap(0, 4 * sizeof *page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert(page != MAP_FAILED);
    assert(page[0] == 0 && page[3] == 0);
    page[3] = 7;
    assert(munmap(page, 4 * sizeof *page) == 0);
    assert(mmap(0, 0, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED && errno == EINVAL);
    assert(munmap(MAP_FAILED, 1) == -1 && errno == EINVAL);
    assert(mmap(0, 1, PROT_READ, MAP_PRIVATE, -1, 0) == MAP_FAILED && errno == EBADF);
    return 0;
}
