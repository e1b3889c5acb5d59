//@ deadlock: unsafe  others: safe
//@ by: explicit
//@ twin: worker_locks_once_while_main_polls
// The worker waits for the lock that it holds, so main polls for ever.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int done;

static void *work(void *unused) {
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    done = 1;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, 0, work, 0);
    while (!done) {
    }
    return 0;
}
