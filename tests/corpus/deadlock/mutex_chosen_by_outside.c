//@ safe
//@ twin: mutex_from_outside
// The function without a body chooses between mutexes of our own, none of which is `first`.
#include <pthread.h>

pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t second = PTHREAD_MUTEX_INITIALIZER, third = PTHREAD_MUTEX_INITIALIZER;

int registered(void);

static void *worker(void *argument) {
    pthread_mutex_t *mutex = registered() ? &second : &third;
    pthread_mutex_lock(mutex);
    pthread_mutex_lock(&first);
    pthread_mutex_unlock(&first);
    pthread_mutex_unlock(mutex);
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    return 0;
}
