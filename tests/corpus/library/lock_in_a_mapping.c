//@ data-race: safe  memory: safe
//@ twin: lock_in_a_mapping_is_left_out
/* A structure with a lock in mapped memory. */
#include <pthread.h>
#include <sys/mman.h>

struct shared {
    pthread_mutex_t lock;
    unsigned hits;
};

static void *work(void *argument)
{
    struct shared *shared = argument;
    pthread_mutex_lock(&shared->lock);
    shared->hits++;
    pthread_mutex_unlock(&shared->lock);
    return 0;
}

int main(void)
{
    struct shared *shared = mmap(0, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        return 1;
    pthread_mutex_init(&shared->lock, 0);
    shared->hits = 0;
    pthread_t thread;
    pthread_create(&thread, 0, work, shared);
    work(shared);
    pthread_join(thread, 0);
    return 0;
}
