//@ safe
//@ property: data-race
//@ by: explicit
//@ twin: attempt_whose_outcome_is_less_than_two
// The outcome of the attempt became a truth value: it is less than one only if the attempt succeeded.
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int shared;

void *worker(void *unused) {
    if ((_Bool)pthread_mutex_trylock(&lock) < 1) {
        shared++;
    }
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_mutex_lock(&lock);
    shared++;
    pthread_mutex_unlock(&lock);
}
