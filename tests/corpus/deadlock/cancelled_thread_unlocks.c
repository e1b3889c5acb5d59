//@ all: safe
//@ by: explicit
//@ twin: mutex_kept_by_a_thread_that_got_through
// The cleanup routine unlocks the mutex.
#include <pthread.h>
#include <semaphore.h>


pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
sem_t never;
int cleaned;

void unlock(void *mutex) {
    cleaned = 1;
    pthread_mutex_unlock(mutex);
}

void *victim(void *arg) {
    pthread_mutex_lock(&m);
    pthread_cleanup_push(unlock, &m);
    sem_wait(&never);
    pthread_cleanup_pop(0);
    return 0;
}

int main(void) {
    pthread_t t;
    void *value;
    sem_init(&never, 0, 0);
    pthread_create(&t, 0, victim, 0);
    pthread_cancel(t);
    pthread_join(t, &value);
    pthread_mutex_lock(&m);
    return 0;
}
