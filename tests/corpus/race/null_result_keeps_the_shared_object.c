//@ data-race: unsafe
//@ by: bmc
//@ twin: returned_object_is_filled
// A thread writes to a new object, or to one that both threads know if it gets none.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct job {
    int number;
    struct job *next;
};

struct job shared;

static struct job *new_job(void) {
    if (__VERIFIER_nondet_int())
        return 0;
    struct job *job = malloc(sizeof *job);
    if (!job)
        return 0;
    job->number = 0;
    return job;
}

void *worker(void *unused) {
    struct job *to = &shared;
    struct job *job = new_job();
    if (job)
        to = job;
    to->number = 1;
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
