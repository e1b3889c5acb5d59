//@ memory: unsafe
//@ by: explicit bmc
/* The index is inside, but the bytes may be read only. */
#include <sys/mman.h>

int main(int argc, char **argv)
{
    (void)argv;
    char *page = mmap(0, 8, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    page[argc & 7] = 1;
    munmap(page, 8);
    return 0;
}
