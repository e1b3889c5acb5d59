//@ data-race: unsafe
//@ by: explicit
//@ twin: returned_object_is_filled
// The constructor returns an object that both threads know if there is one.
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

static struct job *new_job(void) {
    pthread_mutex_lock(&lock);
    struct job *first = jobs;
    pthread_mutex_unlock(&lock);
    if (first)
        return first;
    return malloc(sizeof *first);
}

void *worker(void *unused) {
    struct job *job = new_job();
    if (!job)
        return 0;
    job->number = 7;
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
