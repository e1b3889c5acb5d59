//@ unsafe
//@ twin: mutex_chosen_by_outside
// A function without a body may return the address of any object with external linkage: `first` may be locked twice.
#include <pthread.h>

pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;

pthread_mutex_t *registered(void);

static void *worker(void *argument) {
    pthread_mutex_t *mutex = registered();
    if (mutex) {
        pthread_mutex_lock(mutex);
        pthread_mutex_lock(&first);
        pthread_mutex_unlock(&first);
        pthread_mutex_unlock(mutex);
    }
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    return 0;
}
