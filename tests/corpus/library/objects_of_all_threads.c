//@ assertions: unsafe
//@ by: explicit bmc
//@ twin: objects_of_each_thread
// The once control is one of all threads.
#include <assert.h>
#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
_Thread_local int calls;

void call(void)
{
    calls++;
}

void *work(void *argument)
{
    pthread_once(&once, call);
    assert(calls == 1);
    return 0;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, 0, work, 0);
    pthread_create(&other, 0, work, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}
