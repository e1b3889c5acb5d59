//@ unknown
// A loop clears a structure byte by byte, and the mutex in it with it.
#include <pthread.h>

static struct entry {
    int count;
    pthread_mutex_t mutex;
} entry = { 1, PTHREAD_MUTEX_INITIALIZER };

int main(void)
{
    pthread_mutex_lock(&entry.mutex);
    for (char *at = (char *)&entry; at < (char *)(&entry + 1); at++)
        *at = 0;
    pthread_mutex_lock(&entry.mutex);
    return 0;
}
