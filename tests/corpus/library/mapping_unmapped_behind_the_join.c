//@ all: safe
//@ twin: mapping_used_after_munmap
/* The mapping ends when no thread can use it. */
#include <pthread.h>
#include <sys/mman.h>

static int *shared;

static void *use(void *argument)
{
    (void)argument;
    *shared = 1;
    return 0;
}

int main(void)
{
    shared = mmap(0, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        return 1;
    pthread_t id;
    pthread_create(&id, 0, use, 0);
    pthread_join(id, 0);
    munmap(shared, sizeof *shared);
    return 0;
}
