//@ memory: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 81_thread_local_of_a_living_thread
// The thread is gone, and with it its thread-local object.
#include <pthread.h>

__thread int x;
int *shared;

void *worker(void *unused) {
    shared = &x;
    return unused;
}

int main(void) {
    pthread_t t1;
    pthread_create(&t1, 0, worker, 0);
    pthread_join(t1, 0);
    *shared = 1;
    return 0;
}
