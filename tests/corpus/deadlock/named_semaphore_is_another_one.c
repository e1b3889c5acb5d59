//@ deadlock: unsafe  termination: unsafe  others: safe
//@ by: explicit bmc
//@ twin: named_semaphore_is_found_again
// Another name is another semaphore.
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>

static void *work(void *unused) {
    sem_post(sem_open("/done", O_CREAT, 0600, 0));
    return unused;
}

int main(void) {
    pthread_t worker;
    pthread_create(&worker, 0, work, 0);
    sem_wait(sem_open("/ready", O_CREAT, 0600, 0));
    pthread_join(worker, 0);
    return 0;
}
