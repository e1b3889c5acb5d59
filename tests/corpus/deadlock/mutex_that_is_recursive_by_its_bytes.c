//@ unsafe
//@ property: deadlock
//@ by: explicit bmc
//@ twin: mutex_that_is_plain_by_its_bytes
// The mutex is declared as a plain one and gets the bytes of a recursive one: the second attempt succeeds, and one unlock does not
// unlock it.
#define _GNU_SOURCE
#include <pthread.h>

pthread_mutex_t pattern = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
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
