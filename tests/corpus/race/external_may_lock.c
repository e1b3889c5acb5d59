//@ unknown
//@ twin: external_called_before
// Two functions that no file defines may be a lock of the program's own.
#include <pthread.h>

void enter(void);
void leave(void);

int shared;

static void *worker(void *unused)
{
    enter();
    shared++;
    leave();
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, worker, 0);
    pthread_create(&two, 0, worker, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
