//@ assertions: safe  data-race: safe
//@ by: static
//@ twin: number_passed_under_a_lock_that_the_reader_lacks
// The number is large inside of the section only: no reader with the lock sees that.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int number;

static void *worker(void *unused) {
    for (;;) {
        pthread_mutex_lock(&lock);
        number = 9;
        number = 3;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_mutex_lock(&lock);
    int seen = number;
    pthread_mutex_unlock(&lock);
    assert(seen <= 3);
    return 0;
}
