//@ data-race: unsafe  others: safe
//@ domain: 0
//@ twin: effects_own_object
// Two calls write one object.
#include <pthread.h>
#include <sys/stat.h>

static struct stat status;

static void *worker(void *path)
{
    stat(path, &status);
    return 0;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, 0, worker, "a");
    pthread_create(&other, 0, worker, "b");
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}
