//@ termination: unsafe
//@ fair-termination: unsafe
//@ by: explicit
//@ twin: waits_until_it_is_cancelled
// Nobody wakes it up, and nobody cancels it.
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
    pthread_join(thread, 0);
    return 0;
}
