//@ memory: safe
//@ by: static
//@ twin: stored_and_freed_by_another_thread
//@ domain: 0 1
// The number is used before its address is stored in a global.
#include <pthread.h>
#include <stdlib.h>

static int *published;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *argument) {
    pthread_mutex_lock(&lock);
    free(published);
    published = 0;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void) {
    pthread_t id;
    pthread_create(&id, 0, work, 0);
    int *number = malloc(sizeof *number);
    if (!number)
        return 1;
    *number = 1;
    pthread_mutex_lock(&lock);
    *number = 2;
    published = number;
    pthread_mutex_unlock(&lock);
    return 0;
}
