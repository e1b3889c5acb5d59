//@ termination: unsafe
//@ fair-termination: unsafe
//@ by: explicit
//@ twin: semaphore_posted_twice
// One post for two waits.
#include <pthread.h>
#include <semaphore.h>

sem_t items;

void *first(void *argument) {
    sem_wait(&items);
    sem_wait(&items);
    return 0;
}

void *second(void *argument) {
    sem_post(&items);
    return 0;
}

int main(void) {
    pthread_t one, other;
    sem_init(&items, 0, 0);
    pthread_create(&one, 0, first, 0);
    pthread_create(&other, 0, second, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}
