//@ memory: unsafe
/* free does not belong to mmap. */
#include <stdlib.h>
#include <sys/mman.h>

int main(void)
{
    char *page = mmap(0, 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED)
        return 1;
    free(page);
    return 0;
}
