//@ unsafe
//@ by: explicit bmc
//@ twin: warning_while_another_stream_is_locked
// A warning goes to the standard error stream.
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
    flockfile(stderr);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    funlockfile(stderr);
    pthread_join(thread, 0);
    return 0;
}
