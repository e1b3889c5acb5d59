//@ unknown
//@ twin: lock_behind_the_entries
// A loop clears a structure byte by byte; the structure begins with an array of characters.
#include <pthread.h>

static struct entry {
    char name[8];
    pthread_mutex_t mutex;
} entry = { "entry", PTHREAD_MUTEX_INITIALIZER };

int main(void)
{
    pthread_mutex_lock(&entry.mutex);
    for (char *at = (char *)&entry; at < (char *)(&entry + 1); at++)
        *at = 0;
    pthread_mutex_lock(&entry.mutex);
    return 0;
}
