//@ unsafe
//@ by: explicit bmc
//@ twin: stream_locked_around_a_counter
// Each thread locks another stream.
#include <pthread.h>
#include <stdio.h>

static int count;

static void *worker(void *stream)
{
    flockfile(stream);
    count++;
    printf("%d\n", count);
    funlockfile(stream);
    return stream;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, stdout);
    worker(stderr);
    pthread_join(thread, 0);
    return 0;
}
