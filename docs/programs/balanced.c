/* A thread moves from one counter to another under a lock; main looks at both, again and again. */
#include <assert.h>
#include <pthread.h>

int given, taken;
pthread_mutex_t balance = PTHREAD_MUTEX_INITIALIZER;

void *mover(void *unused) {
    int round = 0;
    while (round < 1000) {
        pthread_mutex_lock(&balance);
        given++;
        taken++;
        pthread_mutex_unlock(&balance);
        round++;
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, mover, 0);
    for (;;) {
        pthread_mutex_lock(&balance);
        assert(given == taken);
        pthread_mutex_unlock(&balance);
    }
}
