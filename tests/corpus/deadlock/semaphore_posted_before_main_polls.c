//@ all: safe
//@ by: explicit
//@ twin: semaphore_never_posted_while_main_polls
// The semaphore is posted before main goes on for ever.
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
    sem_post(&s);
    for (;;) {
    }
}
