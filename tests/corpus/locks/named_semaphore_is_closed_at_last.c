//@ all: safe
//@ by: explicit bmc
//@ twin: named_semaphore_is_used_behind_close
// The semaphore is closed when no thread uses it any more.
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
    pthread_join(worker, 0);
    sem_close(done);
    return 0;
}
