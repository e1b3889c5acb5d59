//@ locks: unsafe  others: safe
//@ by: explicit bmc
//@ twin: semaphore_cleared_and_initialized
// A semaphore that was cleared is none: it needs its initializing call again.
#include <semaphore.h>
#include <string.h>

sem_t semaphore;

int main(void) {
    sem_init(&semaphore, 0, 1);
    sem_wait(&semaphore);
    memset(&semaphore, 0, sizeof semaphore);
    sem_post(&semaphore);
    return 0;
}
