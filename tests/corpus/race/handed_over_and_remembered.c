//@ unsafe
//@ by: explicit
//@ twin: handed_over
// Main still knows the structure of the thread before when it allocates the next one.
#include <pthread.h>
#include <stdlib.h>

struct job {
    int number;
    int result;
};

void *worker(void *given) {
    struct job *job = given;
    job->result = job->number + 1;
    return 0;
}

int main(void) {
    pthread_t ids[2];
    struct job *last = 0;
    for (int i = 0; i < 2; i++) {
        struct job *job = malloc(sizeof(struct job));
        if (!job)
            return 0;
        if (last)
            last->result = 0;
        last = job;
        job->number = i;
        pthread_create(&ids[i], 0, worker, job);
    }
    return 0;
}
