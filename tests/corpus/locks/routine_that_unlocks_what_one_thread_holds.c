//@ locks: unsafe
//@ twin: routine_that_runs_once
//@ domain: 0 1
// The routine releases the lock that its caller releases once more.
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int table;

static void prepare(void) {
    table = 1;
    pthread_mutex_unlock(&lock);
}

static void *work(void *argument) {
    pthread_mutex_lock(&lock);
    pthread_once(&once, prepare);
    table = 2;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, work, 0);
    pthread_create(&two, 0, work, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
