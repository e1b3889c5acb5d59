//@ memory: unsafe  others: safe
//@ by: explicit bmc
//@ twin: mapping_written_to
/* The index is inside, but the bytes may be read only. */
#include <sys/mman.h>

int main(int argc, char **argv)
{
    (void)argv;
    char *page = mmap(0, 8, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED)
        return 1;
    page[argc & 7] = 1;
    munmap(page, 8);
    return 0;
}
