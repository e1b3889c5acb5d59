//@ memory: unsafe
//@ by: bmc
//@ twin: stored_and_used_before_it_is_freed
//@ domain: 0 1
// Another thread frees the number, whose address it finds in a global, before it is used.
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
    published = number;
    pthread_mutex_unlock(&lock);
    *number = 2;
    return 0;
}
