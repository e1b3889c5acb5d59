//@ deadlock: unsafe  others: safe
//@ termination: unsafe
//@ by: explicit
//@ twin: 38_semaphore_as_signal
// Nobody posts.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

int x;
sem_t s;

void *writer(void *unused) {
    x = 1;
    return unused;
}

void *reader(void *unused) {
    sem_wait(&s);
    assert(x == 1);
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    sem_init(&s, 0, 0);
    pthread_create(&t1, 0, writer, 0);
    pthread_create(&t2, 0, reader, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
