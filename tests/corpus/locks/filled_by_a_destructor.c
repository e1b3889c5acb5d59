//@ unknown
//@ twin: filled_beside_the_lock
// A destructor clears the item of its thread, whose mutex is held.
#include <pthread.h>
#include <string.h>

static struct item {
    int count;
    pthread_mutex_t mutex;
} item = { 1, PTHREAD_MUTEX_INITIALIZER };

static pthread_key_t key;

static void clear(void *memory)
{
    memset(memory, 0, sizeof(struct item));
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
