//@ data-race: unsafe
//@ twin: job_of_each_call
// A call returns its job. The next call changes it before it creates a thread of its own, while the thread of the first call reads it.
#include <pthread.h>
#include <stdlib.h>

struct job {
    int first, last;
};

int total;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *work(void *argument) {
    struct job *job = argument;
    pthread_mutex_lock(&lock);
    total += job->last - job->first;
    pthread_mutex_unlock(&lock);
    return 0;
}

struct job *start_one(int first, int last, struct job *earlier) {
    pthread_t id;
    struct job *job = malloc(sizeof *job);
    if (!job)
        abort();
    job->first = first;
    job->last = last;
    if (earlier)
        earlier->last = first;
    pthread_create(&id, 0, work, job);
    return job;
}

void *start(void *argument) {
    struct job *job = start_one(1, 5, 0);
    start_one(5, 9, job);
    return 0;
}

int main(void) {
    pthread_t one, other;
    pthread_create(&one, 0, start, 0);
    pthread_create(&other, 0, start, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}
