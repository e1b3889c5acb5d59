//@ unknown
// A recursive mutex in a new object is overwritten, through a void pointer, by a normal one: the second lock waits for ever.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    pthread_mutex_t lock;
    int data;
};

static struct entry plain = {PTHREAD_MUTEX_INITIALIZER, 0};

int main(void) {
    pthread_mutexattr_t recursive;
    pthread_mutexattr_init(&recursive);
    pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
    struct entry *entry = malloc(sizeof *entry);
    if (!entry)
        return 1;
    pthread_mutex_init(&entry->lock, &recursive);
    void *bytes = entry;
    memcpy(bytes, &plain, sizeof plain);
    pthread_mutex_lock(&entry->lock);
    pthread_mutex_lock(&entry->lock);
    pthread_mutex_unlock(&entry->lock);
    pthread_mutex_unlock(&entry->lock);
    return 0;
}
