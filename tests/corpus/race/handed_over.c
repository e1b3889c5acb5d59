//@ safe
//@ by: explicit static
//@ twin: used_after_it_is_handed_over
// Each thread gets a structure of its own, which main sets up before.
#include <pthread.h>
#include <stdlib.h>

struct job {
    int number;
    int result;
};

void *worker(void *given) {
    struct job *job = given;
    job->result = job->number + 1;
    free(job);
    return 0;
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
    return 0;
}
