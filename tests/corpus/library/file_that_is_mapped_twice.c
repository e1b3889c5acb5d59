//@ assertions: unknown
//@ twin: what_is_left_in_a_mapped_file
/* Both mappings are the same memory. */
#include <assert.h>
#include <fcntl.h>
#include <sys/mman.h>

int main(void)
{
    int file = open("numbers", O_RDWR);
    char *one = mmap(0, 1, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    char *other = mmap(0, 1, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (one == MAP_FAILED || other == MAP_FAILED)
        return 1;
    char before = *other;
    *one = before ^ 1;
    assert(*other == before);
    return 0;
}
