//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 38_try_wait_ignored
//@ open: data-race: a failing try orders nothing
// Checked.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

int x;
sem_t s;

void *worker(void *unused) {
    int code = sem_trywait(&s);
    if (code == 0) {
        x++;
        sem_post(&s);
    }
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    sem_init(&s, 0, 1);
    pthread_create(&t1, 0, worker, 0);
    pthread_create(&t2, 0, worker, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(x == 1 || x == 2);
    return 0;
}
