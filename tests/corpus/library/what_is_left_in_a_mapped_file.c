//@ assertions: unsafe  others: safe
//@ twin: zeros_of_a_mapping
/* A file holds anything. */
#include <assert.h>
#include <fcntl.h>
#include <sys/mman.h>

int main(void)
{
    int file = open("numbers", O_RDWR);
    int *page = mmap(0, sizeof *page, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (page == MAP_FAILED)
        return 1;
    int first = *page;
    assert(first == *page);
    assert(first == 0);
    munmap(page, sizeof *page);
    return 0;
}
