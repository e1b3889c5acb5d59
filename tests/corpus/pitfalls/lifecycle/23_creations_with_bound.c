//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 23_creations_without_bound
// Two at most.
#include <assert.h>
#include <pthread.h>

int n;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused) {
    pthread_mutex_lock(&m);
    n++;
    assert(n <= 3);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t t;
    for (int i = 0; i < 2; i++)
        pthread_create(&t, 0, worker, 0);
    return 0;
}
