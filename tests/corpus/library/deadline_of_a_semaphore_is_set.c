//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: deadline_of_a_semaphore_was_set
// The seconds of a deadline are read, too, and also if the semaphore is free.
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static sem_t semaphore;
static struct timespec of_condition, of_semaphore;

static void *worker(void *unused)
{
    pthread_mutex_lock(&mutex);
    pthread_cond_timedwait(&condition, &mutex, &of_condition);
    pthread_mutex_unlock(&mutex);
    sem_timedwait(&semaphore, &of_semaphore);
    return unused;
}

int main(void)
{
    pthread_t thread;
    sem_init(&semaphore, 0, 1);
    of_condition.tv_sec = 1;
    pthread_create(&thread, 0, worker, 0);
    of_semaphore.tv_sec = 1;
    pthread_join(thread, 0);
    return 0;
}
