//@ assertions: unsafe
//@ domain: 0 1
//@ by: explicit
//@ twin: deadline_valid_of_a_free_semaphore
// The deadline may be looked at first, also if there is nothing to wait for.
#include <assert.h>
#include <semaphore.h>
#include <time.h>

int main(void)
{
    sem_t semaphore;
    struct timespec deadline = {.tv_sec = 0, .tv_nsec = -1};
    sem_init(&semaphore, 0, 1);
    assert(sem_timedwait(&semaphore, &deadline) == 0);
    return 0;
}
