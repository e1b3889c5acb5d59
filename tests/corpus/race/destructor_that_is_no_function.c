//@ data-race: unsafe  others: safe
//@ by: explicit bmc
//@ twin: destructor_that_is_no_function_with_lock
// No destructor is called: the threads run on behind the creation of the key, and race.
#include <pthread.h>

static pthread_key_t key;
static int shared;

static void *worker(void *unused)
{
    shared++;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_key_create(&key, (void (*)(void *))1);
    pthread_create(&thread, 0, worker, 0);
    shared++;
    pthread_join(thread, 0);
    return 0;
}
