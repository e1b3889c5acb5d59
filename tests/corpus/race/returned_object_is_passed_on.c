//@ data-race: safe
//@ by: static
//@ twin: returned_object_was_kept
// A procedure returns the new object that it gets, and the caller fills it on.
#include <pthread.h>
#include <stdlib.h>

struct job {
    int number;
    struct job *next;
};

struct job *jobs;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void push(struct job *job) {
    pthread_mutex_lock(&lock);
    job->next = jobs;
    jobs = job;
    pthread_mutex_unlock(&lock);
}

static void renumber(void) {
    pthread_mutex_lock(&lock);
    if (jobs)
        jobs->number++;
    pthread_mutex_unlock(&lock);
}

static struct job *numbered(struct job *job, int number) {
    job->number = number;
    return job;
}

static struct job *new_job(int number) {
    struct job *job = calloc(1, sizeof *job);
    if (!job)
        return 0;
    return numbered(job, number + job->number);
}

void *worker(void *unused) {
    struct job *job = new_job(6);
    if (!job)
        return 0;
    job->number++;
    push(job);
    renumber();
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
