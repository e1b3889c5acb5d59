//@ unknown
// A function copies as many bytes as it is told through void pointers. The mutex lies among them.
#include <pthread.h>
#include <string.h>

struct entry {
    int count;
    pthread_mutex_t mutex;
};

static struct entry entry = { 1, PTHREAD_MUTEX_INITIALIZER }, empty = { 0, PTHREAD_MUTEX_INITIALIZER };

static void copy(void *to, const void *from, size_t size)
{
    memcpy(to, from, size);
}

int main(void)
{
    pthread_mutex_lock(&entry.mutex);
    copy(&entry, &empty, sizeof entry);
    pthread_mutex_lock(&entry.mutex);
    return 0;
}
