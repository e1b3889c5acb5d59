//@ assertions: safe
//@ domain: 0 1
//@ by: explicit
//@ twin: deadline_invalid_of_a_free_semaphore
// There is nothing to wait for, however long ago the deadline was.
#include <assert.h>
#include <semaphore.h>
#include <time.h>

int main(void)
{
    sem_t semaphore;
    struct timespec deadline = {.tv_sec = 0, .tv_nsec = 1};
    sem_init(&semaphore, 0, 1);
    assert(sem_timedwait(&semaphore, &deadline) == 0);
    return 0;
}
