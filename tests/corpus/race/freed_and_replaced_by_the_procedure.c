//@ data-race: unsafe
//@ by: bmc
//@ twin: returned_object_is_passed_on
// A procedure returns the new object that it gets, or frees it and returns one that both threads know.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct job {
    int number;
    struct job *next;
};

struct job shared;

static struct job *accepted(struct job *job) {
    if (__VERIFIER_nondet_int()) {
        free(job);
        return &shared;
    }
    return job;
}

void *worker(void *unused) {
    struct job *job = malloc(sizeof *job);
    if (!job)
        return 0;
    job = accepted(job);
    job->number = 1;
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
