//@ unknown
// The mutex of a new object is initialized, and then filled with ones through a void pointer.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    pthread_mutex_t lock;
    int data;
};

int main(void) {
    struct entry *entry = malloc(sizeof *entry);
    if (!entry)
        return 1;
    pthread_mutex_init(&entry->lock, 0);
    void *bytes = entry;
    memset(bytes, 0xff, sizeof *entry);
    pthread_mutex_lock(&entry->lock);
    pthread_mutex_unlock(&entry->lock);
    return 0;
}
