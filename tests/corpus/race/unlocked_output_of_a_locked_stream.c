//@ safe
//@ by: explicit bmc
//@ twin: unlocked_output
// Both threads have the lock of the stream: one by flockfile, one by a function that locks it.
#include <pthread.h>
#include <stdio.h>

static void *worker(void *unused)
{
    flockfile(stdout);
    putchar_unlocked('x');
    funlockfile(stdout);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    puts("y");
    pthread_join(thread, 0);
    return 0;
}
