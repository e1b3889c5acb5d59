//@ unsafe
//@ by: bmc explicit
// The functions are called while there are no other threads: they order nothing.
#include <pthread.h>

void enter(void);
void leave(void);

int shared;

static void *worker(void *unused)
{
    shared++;
    return unused;
}

int main(void)
{
    pthread_t one, two;
    enter();
    leave();
    pthread_create(&one, 0, worker, 0);
    pthread_create(&two, 0, worker, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
