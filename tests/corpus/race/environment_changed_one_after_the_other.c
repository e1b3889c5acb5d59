//@ safe
// Main changes the environment when the worker has ended.
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *unused)
{
    setenv("LEVEL", "2", 1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    unsetenv("DEPTH");
    return 0;
}
