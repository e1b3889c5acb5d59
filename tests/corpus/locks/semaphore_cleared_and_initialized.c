//@ all: safe
//@ by: explicit bmc
//@ twin: semaphore_cleared
// A semaphore that was destroyed is cleared and initialized again.
#include <semaphore.h>
#include <string.h>

sem_t semaphore;

int main(void) {
    sem_init(&semaphore, 0, 1);
    sem_wait(&semaphore);
    sem_destroy(&semaphore);
    memset(&semaphore, 0, sizeof semaphore);
    sem_init(&semaphore, 0, 0);
    sem_post(&semaphore);
    return 0;
}
