//@ all: safe
//@ by: explicit
//@ twin: main_exits_its_thread_with_the_lock
// The end of main ends the process: nobody waits any more.
#include <assert.h>
#include <pthread.h>

int done;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused) {
    pthread_mutex_lock(&m);
    assert(0);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, 0, worker, 0);
    done = 1;
    return 0;
}
