//@ data-race: unsafe
//@ twin: job_of_each_call
// The workers of one call change its job without the lock.
#include <pthread.h>

struct job {
    int first, last;
};

struct worker {
    struct job *job;
    int number;
};

int total;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *work(void *argument) {
    struct worker *worker = argument;
    pthread_mutex_lock(&lock);
    total += worker->number;
    pthread_mutex_unlock(&lock);
    worker->job->last++;
    return 0;
}

void for_all(int first, int last) {
    struct job job;
    struct worker workers[2] = {{0}};
    pthread_t ids[2];
    job.first = first;
    job.last = last;
    for (int i = 0; i < 2; i++) {
        workers[i].job = &job;
        workers[i].number = i;
    }
    for (int i = 0; i < 2; i++)
        pthread_create(&ids[i], 0, work, &workers[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(ids[i], 0);
}

void *start(void *argument) {
    for_all(1, 5);
    for_all(5, 9);
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
