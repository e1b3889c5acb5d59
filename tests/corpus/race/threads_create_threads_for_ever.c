//@ safe
//@ by: static
// Each thread creates the next one, and nothing is shared: an unwinding has more and more threads, and no access.
#include <pthread.h>

static void *worker(void *unused)
{
    pthread_t next;
    pthread_create(&next, 0, worker, 0);
    return unused;
}

int main(void)
{
    worker(0);
    return 0;
}
