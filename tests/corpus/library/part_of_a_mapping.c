//@ memory: unknown
/* The second page is still there. */
#include <sys/mman.h>

int main(void)
{
    char *text = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (text == MAP_FAILED)
        return 1;
    munmap(text, 4096);
    text[4096] = 1;
    munmap(text + 4096, 4096);
    return 0;
}
