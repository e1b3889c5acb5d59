//@ locks: safe
//@ by: static explicit
//@ twin: routine_that_unlocks_what_one_thread_holds
//@ domain: 0 1
// The first of two threads prepares a table under the lock that its caller holds.
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int table;

static void prepare(void) {
    table = 1;
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
