//@ data-race: safe
//@ by: static
//@ twin: copied_beside_new_memory
// A new object gets its contents from another one before the other thread sees it.
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

void *worker(void *unused) {
    struct job like = {7, 0};
    struct job *job = malloc(sizeof *job);
    if (!job)
        return 0;
    __builtin_memcpy(job, &like, sizeof like);
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
