//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 33_unlocked_by_another_thread
// Unlike a mutex, a semaphore may be posted by a thread that never waited for it.
#include <pthread.h>
#include <semaphore.h>

sem_t s;

void *worker(void *unused) {
    sem_post(&s);
    return unused;
}

int main(void) {
    pthread_t t;
    sem_init(&s, 0, 1);
    sem_wait(&s);
    pthread_create(&t, 0, worker, 0);
    sem_wait(&s);
    pthread_join(t, 0);
    return 0;
}
