//@ locks: safe
//@ by: static
//@ twin: joined_if_one_was_not_created
// The creation of a thread succeeds: behind the test of both, both are created.
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
    pthread_t one, two;
    if (pthread_create(&one, 0, worker, 0) != 0 || pthread_create(&two, 0, worker, 0) != 0)
        return 1;
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
