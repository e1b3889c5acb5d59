//@ unknown
//@ twin: filled_beside_the_lock
// The structure begins with an array. A function that gets the structure clears all of it, and not the array alone.
#include <pthread.h>
#include <string.h>

static struct {
    char name[8];
    pthread_mutex_t mutex;
} item = { "item", PTHREAD_MUTEX_INITIALIZER };

static void clear(void *memory, size_t size)
{
    memset(memory, 0, size);
}

int main(void)
{
    pthread_mutex_lock(&item.mutex);
    clear(&item, sizeof item);
    pthread_mutex_lock(&item.mutex);
    return 0;
}
