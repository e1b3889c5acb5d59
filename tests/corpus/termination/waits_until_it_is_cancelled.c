//@ termination: safe
//@ fair-termination: safe
//@ by: explicit
//@ twin: waits_and_nobody_cancels_it
// Who waits is cancelled; waking up for nothing for ever does not count.
#include <pthread.h>

pthread_mutex_t m;
pthread_cond_t c;

void *waits(void *argument) {
    pthread_mutex_lock(&m);
    while (1) pthread_cond_wait(&c, &m);
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, waits, 0);
    pthread_cancel(thread);
    pthread_join(thread, 0);
    return 0;
}
