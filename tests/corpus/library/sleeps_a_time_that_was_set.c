//@ all: safe
//@ by: explicit
//@ twin: sleeps_a_time_that_is_set
// The time is set before the thread sleeps.
#include <pthread.h>
#include <time.h>

static struct timespec duration;

static void *worker(void *unused)
{
    nanosleep(&duration, 0);
    return unused;
}

int main(void)
{
    pthread_t thread;
    duration.tv_sec = 1;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    return 0;
}
