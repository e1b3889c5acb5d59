//@ unsafe
//@ twin: both_grow_under_a_lock
//@ by: bmc
// One of the two counters is changed outside of the lock.
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
unsigned x, y;

void *worker(void *argument) {
    while (1) {
        x++;
        pthread_mutex_lock(&m);
        y++;
        assert(x == y);
        pthread_mutex_unlock(&m);
    }
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, worker, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return 0;
}
