//@ memory: unknown
/* A mapping over another one has no model. */
#include <sys/mman.h>

int main(void)
{
    char *page = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED)
        return 1;
    page[0] = 1;
    char *again = mmap(page, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    if (again == MAP_FAILED)
        return 1;
    return page[0];
}
