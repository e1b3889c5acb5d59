//@ locks: unsafe  others: safe
//@ twin: cancelled_at_a_wait_that_waits
// Nobody initialized the semaphore: the wait fails with EINVAL, or the cancellation ends the worker there.
#include <pthread.h>
#include <semaphore.h>

sem_t signals;

void *worker(void *arg) {
    sem_wait(&signals);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_cancel(thread);
    pthread_join(thread, 0);
    return 0;
}
