//@ locks: unsafe  others: unknown
//@ twin: filled_through_void
// The mutex is given back twice before a function clears it through a void pointer.
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
    pthread_mutex_unlock(&mutex);
    pthread_mutex_unlock(&mutex);
    clear(&mutex, sizeof mutex);
    return 0;
}
