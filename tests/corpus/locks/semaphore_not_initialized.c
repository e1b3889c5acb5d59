//@ assertions: unsafe  locks: unsafe  others: safe
//@ by: explicit
//@ twin: semaphore_initialized
// A semaphore has no static initializer.
#include <assert.h>
#include <errno.h>
#include <semaphore.h>


sem_t semaphore;

int main(void) {
    int value;
    
    assert(sem_trywait(&semaphore) == -1 && errno == EAGAIN);
    sem_post(&semaphore);
    sem_getvalue(&semaphore, &value);
    assert(value == 1);
    assert(sem_trywait(&semaphore) == 0);
    sem_destroy(&semaphore);
    return 0;
}
