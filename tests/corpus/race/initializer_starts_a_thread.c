//@ data-race: unsafe
//@ by: explicit
//@ twin: initializer_fills_new_object
// The procedure that fills new objects gives them to a thread before the caller writes to them.
#include <pthread.h>
#include <stdlib.h>

static void *reader(void *job) { return *(int *)job ? job : 0; }

static void init(int *job, pthread_t *id) {
    *job = 7;
    pthread_create(id, 0, reader, job);
}

int main(void) {
    int *job = malloc(sizeof *job);
    if (!job)
        return 1;
    pthread_t id;
    init(job, &id);
    *job = 8;
    pthread_join(id, 0);
    return 0;
}
