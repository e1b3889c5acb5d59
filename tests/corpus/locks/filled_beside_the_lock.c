//@ safe
//@ twin: filled_through_void
// The function clears only what lies in front of the mutex and behind it.
#include <pthread.h>
#include <string.h>

static struct {
    int count;
    int first[4];
    pthread_mutex_t mutex;
    char last[8];
} shared = { 1, { 1 }, PTHREAD_MUTEX_INITIALIZER, "abc" };

static void clear(void *memory, size_t size)
{
    memset(memory, 0, size);
}

int main(void)
{
    pthread_mutex_lock(&shared.mutex);
    clear(shared.first, sizeof shared.first);
    clear(shared.last, sizeof shared.last);
    pthread_mutex_unlock(&shared.mutex);
    return 0;
}
