//@ data-race: unsafe  others: safe
//@ twin: environment_changed_one_after_the_other
// Both threads change the environment.
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
    unsetenv("DEPTH");
    pthread_join(thread, 0);
    return 0;
}
