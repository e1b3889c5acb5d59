//@ locks: unsafe  others: safe
//@ by: explicit
//@ twin: destroyed_by_main_at_last
// The thread ends the mutex that main still needs.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *worker(void *unused) {
    pthread_mutex_lock(&lock);
    count = 1;
    pthread_mutex_unlock(&lock);
    pthread_mutex_destroy(&lock);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    pthread_mutex_lock(&lock);
    count = 1;
    pthread_mutex_unlock(&lock);
    return 0;
}
