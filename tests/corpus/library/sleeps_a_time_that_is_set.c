//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: sleeps_a_time_that_was_set
// The time is read while it is set.
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
    pthread_create(&thread, 0, worker, 0);
    duration.tv_sec = 1;
    pthread_join(thread, 0);
    return 0;
}
