//@ unsafe
//@ by: explicit
//@ twin: cell_by_a_number_on_the_heap
// The numbers of the cells stay what calloc made them.
#include <pthread.h>
#include <stdlib.h>

int cells[3];

struct job {
    int number;
};

void *work(void *given) {
    struct job *job = given;
    cells[job->number] = 1;
    return 0;
}

int main(void) {
    pthread_t ids[2];
    for (int i = 0; i < 2; i++) {
        struct job *job = calloc(1, sizeof *job);
        if (!job)
            exit(1);
        if (i > 2)
            job->number = i;
        pthread_create(&ids[i], 0, work, job);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(ids[i], 0);
    return cells[0];
}
