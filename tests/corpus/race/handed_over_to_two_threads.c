//@ unsafe
//@ by: explicit
//@ twin: handed_over
// Two threads get the same structure.
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
    for (int i = 0; i < 2; i++) {
        struct job *job = malloc(sizeof(struct job));
        if (!job)
            return 0;
        job->number = i;
        pthread_create(&ids[0], 0, worker, job);
        pthread_create(&ids[1], 0, worker, job);
    }
    return 0;
}
