//@ all: safe
//@ by: bmc
//@ twin: two_jobs_of_a_queue_without_a_lock
// Threads hand over structures of two members by a list.
#include <pthread.h>

struct job {
    long number;
    struct job *next;
};

static struct job *head;
static long sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *argument)
{
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        struct job *job = head;
        if (job)
            head = job->next;
        pthread_mutex_unlock(&lock);
        if (job)
            sum += job->number;
    }
    return argument;
}

int main(void)
{
    static struct job jobs[2];
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    for (int i = 0; i < 2; i++) {
        struct job *job = &jobs[i];
        job->number = i;
        pthread_mutex_lock(&lock);
        job->next = head;
        head = job;
        pthread_mutex_unlock(&lock);
    }
    pthread_join(worker, NULL);
    return sum > 1;
}
