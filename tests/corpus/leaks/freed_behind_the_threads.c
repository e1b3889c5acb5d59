//@ leaks: safe  memory: safe
//@ by: static
//@ twin: freed_behind_the_threads_on_one_path
// Threads never allocate: main frees what it has allocated before it ends.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *argument) {
    unsigned *total = argument;
    for (unsigned i = 0; i < 1000000; i++) {
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
    free(total);
    return result == 7;
}
