//@ unsafe
//@ by: explicit bmc
//@ twin: argument_evaluated_before_the_stream_is_locked
// The thread has the lock of the stream when it evaluates the argument.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;

static int next(void)
{
    pthread_mutex_lock(&mutex);
    int number = ++count;
    pthread_mutex_unlock(&mutex);
    return number;
}

static void *worker(void *unused)
{
    pthread_mutex_lock(&mutex);
    flockfile(stdout);
    funlockfile(stdout);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    flockfile(stdout);
    printf("%d\n", next());
    funlockfile(stdout);
    pthread_join(thread, 0);
    return 0;
}
