//@ unsafe
//@ by: explicit bmc
//@ twin: output_before_the_lock
// A function that writes to a stream waits until no other thread has the lock of the stream.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused)
{
    pthread_mutex_lock(&mutex);
    puts("line");
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
