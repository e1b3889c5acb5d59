//@ all: safe
//@ by: static explicit
//@ twin: semaphore_of_any_value
// The semaphore has a value that semaphores can have.
#include <semaphore.h>

static sem_t signals;

int main(void) {
    sem_init(&signals, 0, 1);
    sem_post(&signals);
    return 0;
}
