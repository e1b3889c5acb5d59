//@ safe
//@ property: deadlock
//@ by: explicit bmc
//@ twin: mutex_that_is_recursive_by_its_bytes
// The mutex gets the bytes of a plain one: the second attempt fails, and one unlock unlocks it.
#include <pthread.h>

pthread_mutex_t pattern = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused) {
    pthread_mutex_lock(&lock);
    pthread_mutex_trylock(&lock);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    lock = pattern;
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
}
