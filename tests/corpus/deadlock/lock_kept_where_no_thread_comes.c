//@ deadlock: safe  data-race: safe
//@ by: static
//@ twin: lock_kept_where_a_thread_comes
// The branch that keeps the lock is for a creation that fails, which does not happen.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *worker(void *unused) {
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_mutex_lock(&lock);
    if (pthread_create(&thread, 0, worker, 0) != 0)
        pthread_exit(0);
    count = 1;
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return count > 3;
}
