//@ memory: unsafe  others: safe
//@ by: explicit bmc
//@ twin: destructor_that_is_never_called
// The thread has a value for the key when it ends: its end calls what is no function.
#include <pthread.h>

static pthread_key_t key;
static int value;

static void *worker(void *unused)
{
    pthread_setspecific(key, &value);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_key_create(&key, (void (*)(void *))1);
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    return 0;
}
