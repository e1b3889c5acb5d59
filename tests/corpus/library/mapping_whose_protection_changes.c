//@ memory: unknown
/* The mapping becomes one that may be written to. */
#include <sys/mman.h>

int main(void)
{
    char *page = mmap(0, 16, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED)
        return 1;
    if (mprotect(page, 16, PROT_READ | PROT_WRITE) != 0)
        return 1;
    page[0] = 1;
    return 0;
}
