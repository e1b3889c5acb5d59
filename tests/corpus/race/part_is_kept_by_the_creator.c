//@ unsafe
//@ by: explicit bmc
//@ twin: part_is_filled_by_the_creator
// The creator keeps the address of a member behind the creation.
#include <pthread.h>
#include <stdlib.h>

struct job {
    int number;
    int results[2];
};

static void *work(void *argument)
{
    struct job *job = argument;
    job->results[1] = job->number;
    return 0;
}

int main(void)
{
    for (int i = 0; i < 2; i++) {
        struct job *job = malloc(sizeof *job);
        pthread_t id;
        if (!job)
            continue;
        int *results = &job->results[0];
        results[0] = i;
        results[1] = i;
        job->number = i;
        pthread_create(&id, 0, work, job);
        results[1] = 0;
    }
    return 0;
}
