//@ all: safe
//@ by: static explicit
//@ open: overflow locks: static does not follow these numbers
//@ twin: lock_of_each_entry_to_the_last
// A thread locks one entry after the other, each for itself.
#include <pthread.h>

struct entry {
    pthread_mutex_t lock;
    int count;
};

static struct entry entries[3];

static void *worker(void *argument)
{
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&entries[i].lock);
        entries[i].count++;
        pthread_mutex_unlock(&entries[i].lock);
    }
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 3; i++)
        pthread_mutex_init(&entries[i].lock, 0);
    for (long i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, worker, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    return 0;
}
