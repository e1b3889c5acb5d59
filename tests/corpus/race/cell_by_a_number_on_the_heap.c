//@ safe
//@ by: static
// Each thread gets memory with the number of its cell, and frees it.
#include <pthread.h>
#include <stdlib.h>

int cells[3];

struct job {
    int number;
};

void *work(void *given) {
    struct job *job = given;
    cells[job->number] = 1;
    free(job);
    return 0;
}

int main(void) {
    pthread_t ids[3];
    for (int i = 0; i < 3; i++) {
        struct job *job = malloc(sizeof *job);
        if (!job)
            exit(1);
        job->number = i;
        pthread_create(&ids[i], 0, work, job);
    }
    for (int i = 0; i < 3; i++)
        pthread_join(ids[i], 0);
    return cells[0];
}
