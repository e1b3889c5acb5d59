//@ unknown
// A function clears a mutex that is held through a void pointer: the next lock succeeds. The state of the mutex does not follow.
#include <pthread.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void clear(void *memory, size_t size)
{
    memset(memory, 0, size);
}

int main(void)
{
    pthread_mutex_lock(&mutex);
    clear(&mutex, sizeof mutex);
    pthread_mutex_lock(&mutex);
    return 0;
}
