//@ safe
//@ by: explicit bmc
//@ twin: argument_evaluated_by_the_owner_of_the_stream
// The thread does not have the lock of the stream yet while it evaluates arguments.
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
    printf("%d\n", next());
    pthread_join(thread, 0);
    return 0;
}
