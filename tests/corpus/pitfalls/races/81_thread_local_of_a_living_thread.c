//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 81_thread_local_after_its_thread
// main's own lives on.
#include <pthread.h>

__thread int x;
int *shared;

void *worker(void *unused) {
    x = 1;
    return unused;
}

int main(void) {
    pthread_t t1;
    shared = &x;
    pthread_create(&t1, 0, worker, 0);
    pthread_join(t1, 0);
    *shared = 1;
    return 0;
}
