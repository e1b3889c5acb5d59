//@ data-race: unsafe
//@ by: explicit
//@ twin: copied_into_new_memory
// A thread makes a new object, and then copies into one that both threads know.
#include <pthread.h>
#include <stdlib.h>

struct job {
    int number;
    struct job *next;
};

struct job first;

void *worker(void *unused) {
    struct job like = {7, 0};
    struct job *job = malloc(sizeof *job);
    if (!job)
        return 0;
    job->number = 1;
    __builtin_memcpy(&first, &like, sizeof like);
    free(job);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
