//@ unsafe
//@ by: explicit
//@ twin: handed_over
// The thread tells all others of its structure.
#include <pthread.h>
#include <stdlib.h>

struct job {
    int number;
    int result;
};
_Atomic(struct job *) last;

void *worker(void *given) {
    struct job *job = given;
    job->result = job->number + 1;
    last = job;
    job->result = 7;
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
    if (last)
        last->result = 0;
    return 0;
}
