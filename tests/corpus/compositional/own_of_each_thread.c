//@ safe
//@ twin: shared_by_all_threads
//@ by: compositional
// Each thread has its own.
#include <assert.h>
#include <pthread.h>
_Thread_local int x;
void *worker(void *unused) {
    x = x + 1;
    assert(x == 1);
    return 0;
}
int main(void) {
    pthread_t t;
    for (int i = 0; i < 2; i++)
        pthread_create(&t, 0, worker, 0);
    pthread_exit(0);
}
