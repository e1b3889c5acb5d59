//@ assertions: safe  data-race: safe  memory: safe
//@ by: bmc explicit
// A thread that returns is not cancelled any more: its destructor waits for the semaphore, and runs to its end.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t ready;
pthread_key_t key;
int runs;

void destroy(void *unused) {
    sem_wait(&ready);
    runs++;
    sem_post(&ready);
}

void *work(void *unused) {
    pthread_setspecific(key, &runs);
    return 0;
}

int main(void) {
    pthread_t id;
    sem_init(&ready, 0, 1);
    pthread_key_create(&key, destroy);
    pthread_create(&id, 0, work, 0);
    pthread_cancel(id);
    pthread_join(id, 0);
    assert(runs == 1);
    return 0;
}
