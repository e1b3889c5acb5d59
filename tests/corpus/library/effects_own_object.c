//@ all: safe
//@ domain: 0
//@ twin: effects_shared_object
// Each thread has an object of its own.
#include <pthread.h>
#include <sys/stat.h>

static void *worker(void *path)
{
    struct stat status;
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
