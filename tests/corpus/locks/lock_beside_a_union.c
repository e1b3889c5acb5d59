//@ safe
//@ twin: lock_in_a_union
// The union that is written lies beside the mutex.
#include <pthread.h>

static struct {
    pthread_mutex_t mutex;
    union {
        long numbers[5];
        char bytes[40];
    } value;
} shared = { PTHREAD_MUTEX_INITIALIZER };

static int count;

static void *worker(void *unused)
{
    pthread_mutex_lock(&shared.mutex);
    count++;
    pthread_mutex_unlock(&shared.mutex);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_mutex_lock(&shared.mutex);
    shared.value.numbers[0] = 0;
    count++;
    pthread_mutex_unlock(&shared.mutex);
    pthread_join(thread, 0);
    return 0;
}
