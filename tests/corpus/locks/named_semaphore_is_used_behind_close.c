//@ locks: unsafe  others: safe
//@ by: explicit
//@ twin: named_semaphore_is_closed_at_last
// A thread posts a semaphore that main may have closed.
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t *done;

static void *work(void *unused) {
    sem_post(done);
    return unused;
}

int main(void) {
    pthread_t worker;
    done = sem_open("/done", O_CREAT | O_EXCL, 0600, 0);
    if (done == SEM_FAILED) return 1;
    pthread_create(&worker, 0, work, 0);
    sem_close(done);
    pthread_join(worker, 0);
    return 0;
}
