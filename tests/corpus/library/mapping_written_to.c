//@ all: safe
//@ by: explicit bmc
//@ twin: constant_mapping_written_to
/* The index is inside of the mapping. */
#include <sys/mman.h>

int main(int argc, char **argv)
{
    (void)argv;
    char *page = mmap(0, 8, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED)
        return 1;
    page[argc & 7] = 1;
    munmap(page, 8);
    return 0;
}
