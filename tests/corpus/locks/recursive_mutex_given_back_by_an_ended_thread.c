//@ all: safe
//@ by: explicit
//@ twin: recursive_mutex_kept_by_an_ended_thread
// The thread unlocks the mutex as often as it locked it.
#include <pthread.h>

static pthread_mutex_t lock;

static void *worker(void *unused) {
    pthread_mutex_lock(&lock);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&lock, &kind);
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    pthread_mutex_destroy(&lock);
    return 0;
}
