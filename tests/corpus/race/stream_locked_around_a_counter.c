//@ safe
//@ by: explicit bmc
//@ twin: another_stream_locked_around_a_counter
// A thread may lock a stream more than once: printf locks it, too.
#include <pthread.h>
#include <stdio.h>

static int count;

static void *worker(void *unused)
{
    flockfile(stdout);
    count++;
    printf("%d\n", count);
    funlockfile(stdout);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    worker(0);
    pthread_join(thread, 0);
    return 0;
}
