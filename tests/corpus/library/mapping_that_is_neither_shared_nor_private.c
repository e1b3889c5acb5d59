//@ memory: unsafe
//@ twin: zeros_of_a_mapping
/* Without MAP_SHARED or MAP_PRIVATE mmap fails. */
#include <sys/mman.h>

int main(void)
{
    char *page = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_ANONYMOUS, -1, 0);
    page[0] = 1;
    return 0;
}
