//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 38_try_wait_checked
// sem_trywait may fail.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

int x;
sem_t s;

void *worker(void *unused) {
    int code = sem_trywait(&s);
    x++;
    if (code == 0)
        sem_post(&s);
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    sem_init(&s, 0, 1);
    pthread_create(&t1, 0, worker, 0);
    pthread_create(&t2, 0, worker, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(x == 2);
    return 0;
}
