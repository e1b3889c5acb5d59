//@ safe
//@ by: explicit bmc
//@ twin: destructor_that_is_no_function
// No destructor is called: the threads run on behind the creation of the key, and take a lock.
#include <pthread.h>

static pthread_key_t key;
static int shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused)
{
    pthread_mutex_lock(&lock);
    shared++;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_key_create(&key, (void (*)(void *))1);
    pthread_create(&thread, 0, worker, 0);
    pthread_mutex_lock(&lock);
    shared++;
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
