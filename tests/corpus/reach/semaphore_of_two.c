//@ assertions: unsafe  data-race: unsafe  others: safe
//@ by: explicit
//@ twin: semaphore_of_one
// A semaphore of 2 lets both in.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>


sem_t semaphore;
int x;

void *increment(void *arg) {
    sem_wait(&semaphore);
    x++;
    sem_post(&semaphore);
    return 0;
}

int main(void) {
    pthread_t a, b;
    sem_init(&semaphore, 0, 2);
    pthread_create(&a, 0, increment, 0);
    pthread_create(&b, 0, increment, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2);
    return 0;
}
