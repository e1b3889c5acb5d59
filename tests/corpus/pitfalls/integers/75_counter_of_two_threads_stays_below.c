//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 75_counter_of_two_threads_overflows
// One more below.
#include <limits.h>
#include <pthread.h>

int x = INT_MAX - 2;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused) {
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, worker, 0);
    pthread_create(&t2, 0, worker, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
