//@ unsafe
//@ by: explicit
//@ twin: handed_over
// Main keeps the address of the structure before it hands it over.
#include <pthread.h>
#include <stdlib.h>

struct job {
    int number;
    int result;
};
struct job *last;

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
        last = job;
        pthread_create(&ids[i], 0, worker, job);
    }
    last->result = 0;
    return 0;
}
