//@ all: safe
//@ by: explicit bmc
//@ twin: named_semaphore_lets_two_in
// A semaphore with a name begins at 1, so one thread passes it.
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t *gate;
static int inside;

static void *work(void *unused) {
    sem_wait(gate);
    inside = 1;
    sem_post(gate);
    return unused;
}

int main(void) {
    pthread_t worker;
    gate = sem_open("/gate", O_CREAT, 0600, 1);
    pthread_create(&worker, 0, work, 0);
    work(0);
    pthread_join(worker, 0);
    sem_close(gate);
    sem_unlink("/gate");
    return 0;
}
