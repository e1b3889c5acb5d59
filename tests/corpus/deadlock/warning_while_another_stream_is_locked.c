//@ safe
//@ by: explicit bmc
//@ twin: warning_waits_for_the_locked_error_stream
// A warning does not go to the standard output.
#include <err.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused)
{
    pthread_mutex_lock(&mutex);
    warnx("line");
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    flockfile(stdout);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    funlockfile(stdout);
    pthread_join(thread, 0);
    return 0;
}
