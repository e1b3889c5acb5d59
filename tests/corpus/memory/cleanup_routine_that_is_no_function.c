//@ memory: unsafe  others: safe
//@ by: explicit bmc
//@ twin: cleanup_routine_that_is_popped
// The thread ends before it pops the routine: its end calls what is no function.
#include <pthread.h>

static void *worker(void *value)
{
    pthread_cleanup_push((void (*)(void *))1, value);
    pthread_exit(value);
    pthread_cleanup_pop(0);
    return value;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    return 0;
}
