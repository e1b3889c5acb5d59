//@ data-race: unsafe  others: safe
//@ twin: random_numbers_under_a_lock
// Both threads change the random state that `lrand48` hides.
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *unused)
{
    lrand48();
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    lrand48();
    pthread_join(thread, 0);
    return 0;
}
