//@ safe
//@ by: explicit
//@ twin: handed_over_and_on
// Main gets each structure back from the thread that it joins.
#include <pthread.h>
#include <stdlib.h>

struct job {
    int number;
    int result;
};

void *worker(void *given) {
    struct job *job = given;
    job->result = job->number + 1;
    return job;
}

int main(void) {
    pthread_t ids[2];
    for (int i = 0; i < 2; i++) {
        struct job *job = malloc(sizeof(struct job));
        if (!job)
            return 0;
        job->number = i;
        pthread_create(&ids[i], 0, worker, job);
    }
    for (int i = 0; i < 2; i++) {
        void *given;
        pthread_join(ids[i], &given);
        if (given)
            ((struct job *)given)->result = 0;
        free(given);
    }
    return 0;
}
