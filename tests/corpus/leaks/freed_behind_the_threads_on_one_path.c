//@ leaks: unsafe
//@ twin: freed_behind_the_threads
// Main frees what it has allocated on one of two paths.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *argument) {
    unsigned *total = argument;
    for (unsigned i = 0; i < 1; i++) {
        pthread_mutex_lock(&lock);
        *total += i;
        pthread_mutex_unlock(&lock);
    }
    return argument;
}

int main(void) {
    pthread_t one, two;
    unsigned *total = malloc(sizeof *total);
    *total = 0;
    pthread_create(&one, 0, worker, total);
    pthread_create(&two, 0, worker, total);
    pthread_join(one, 0);
    pthread_join(two, 0);
    unsigned result = *total;
    if (result == 7)
        free(total);
    return result == 7;
}
