//@ data-race: safe  deadlock: safe
//@ by: static
//@ twin: new_object_published_by_initializer
// A procedure fills a new object before the thread lets the other one see it.
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

static void init(struct job *job, int number) {
    job->number = number;
    job->next = 0;
}

void *worker(void *unused) {
    struct job *job = malloc(sizeof *job);
    if (!job)
        return 0;
    init(job, 7);
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
