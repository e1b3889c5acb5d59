//@ memory: unsafe
//@ twin: mapped_file
/* The mapping may be read only. */
#include <fcntl.h>
#include <sys/mman.h>

int main(void)
{
    int file = open("input.txt", O_RDONLY);
    char *text = mmap(0, 4, PROT_READ, MAP_PRIVATE, file, 0);
    if (text == MAP_FAILED)
        return 1;
    text[0] = 'x';
    munmap(text, 4);
    return 0;
}
