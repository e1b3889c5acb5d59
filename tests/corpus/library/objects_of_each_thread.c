//@ assertions: safe
//@ by: explicit bmc
//@ twin: objects_of_all_threads
// Each thread has a once control and a semaphore of its own.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

_Thread_local pthread_once_t once = PTHREAD_ONCE_INIT;
_Thread_local sem_t semaphore;
_Thread_local int calls;

void call(void)
{
    calls++;
}

void *work(void *argument)
{
    int value;
    pthread_once(&once, call);
    assert(calls == 1);
    sem_init(&semaphore, 0, 0);
    sem_post(&semaphore);
    sem_getvalue(&semaphore, &value);
    assert(value == 1);
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
