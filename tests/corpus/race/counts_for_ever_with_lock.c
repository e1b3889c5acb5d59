//@ safe
//@ by: explicit
//@ twin: counts_for_ever_without_lock
// A thread that goes on counting for nobody after it has written: the count tells no states apart.
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
    pthread_mutex_lock(&lock);
    shared++;
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return shared;
}
