//@ safe
//@ by: explicit bmc
//@ twin: cleanup_routine_that_is_no_function
// The thread pops the routine, which is not called.
#include <pthread.h>

static void *worker(void *value)
{
    pthread_cleanup_push((void (*)(void *))1, value);
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
