//@ unsafe
//@ by: explicit
//@ twin: counts_for_ever_with_lock
// The counter that comes after it does not hide the race.
#include <pthread.h>

int shared;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused) {
    pthread_mutex_lock(&lock);
    shared++;
    pthread_mutex_unlock(&lock);
    for (int count = 0;; count += 2)
        ;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    shared++;
    pthread_join(thread, 0);
    return shared;
}
