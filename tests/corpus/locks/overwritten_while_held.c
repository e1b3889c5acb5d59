//@ locks: unsafe  others: safe
//@ by: explicit bmc
//@ twin: overwritten_while_free
// A mutex is overwritten that the thread holds: POSIX leaves it undefined. It goes on as a fresh one, so that there is no deadlock.
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
    pthread_mutex_lock(&mutex);
    mutex = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return 0;
}
