//@ safe
//@ by: explicit bmc
//@ twin: destructor_that_is_no_function
// The thread sets its value back to null: no destructor is called when it ends.
#include <pthread.h>

static pthread_key_t key;
static int value;

static void *worker(void *unused)
{
    pthread_setspecific(key, &value);
    pthread_setspecific(key, 0);
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
