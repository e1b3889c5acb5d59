//@ unknown
//@ twin: filled_beside_the_lock
// A destructor clears the item of its thread byte by byte. The mutex of the item is held.
#include <pthread.h>

static struct item {
    int count;
    pthread_mutex_t mutex;
} item = { 1, PTHREAD_MUTEX_INITIALIZER };

static pthread_key_t key;

static void clear(void *memory)
{
    char *bytes = memory;
    for (unsigned at = 0; at < sizeof(struct item); at++)
        bytes[at] = 0;
}

static void *worker(void *unused)
{
    pthread_setspecific(key, &item);
    pthread_mutex_lock(&item.mutex);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_key_create(&key, clear);
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    pthread_mutex_lock(&item.mutex);
    return 0;
}
