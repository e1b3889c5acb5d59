//@ unsafe
//@ by: explicit bmc
//@ twin: made_after_the_start_with_six
// Memory that main makes when the thread has started already is handed to it all the same.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static int *shared;

static void *worker(void *unused) {
    pthread_mutex_lock(&guard);
    if (shared)
        assert(*shared != 7);
    pthread_mutex_unlock(&guard);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    int *own = malloc(sizeof *own);
    *own = 7;
    pthread_mutex_lock(&guard);
    shared = own;
    pthread_mutex_unlock(&guard);
    pthread_join(thread, 0);
    free(own);
    return 0;
}
