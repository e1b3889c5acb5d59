//@ deadlock: unsafe  others: safe
//@ by: explicit
//@ twin: semaphore_posted_before_main_polls
// Nothing posts the semaphore that the worker waits for, and main goes on for ever.
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void *work(void *unused) {
    sem_wait(&s);
    return unused;
}

int main(void) {
    pthread_t a;
    sem_init(&s, 0, 0);
    pthread_create(&a, 0, work, 0);
    for (;;) {
    }
}
