//@ all: safe
//@ domain: 0 7
//@ twin: effects_array_is_read
// The elements are read before there is a second thread.
#include <pthread.h>
#include <sys/types.h>

int setgroups(size_t size, const gid_t *groups);

static gid_t groups[2];

static void *worker(void *unused)
{
    groups[1] = 7;
    return unused;
}

int main(void)
{
    pthread_t thread;
    setgroups(2, groups);
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    return 0;
}
