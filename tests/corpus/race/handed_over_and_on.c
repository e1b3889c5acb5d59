//@ unsafe
//@ by: explicit
//@ twin: handed_over
// The thread hands the structure on, and writes to it once more.
#include <pthread.h>
#include <stdlib.h>

struct job {
    int number;
    int result;
};
void *reader(void *given) {
    return ((struct job *)given)->result ? given : 0;
}

void *worker(void *given) {
    struct job *job = given;
    job->result = job->number + 1;
    pthread_t id;
    pthread_create(&id, 0, reader, job);
    job->result = 0;
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
