//@ assertions: unsafe  data-race: unsafe
//@ twin: number_passed_under_the_lock_of_the_reader
// The reader takes no lock: it sees the number that is large inside of the section only.
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
    int seen = number;
    assert(seen <= 3);
    return 0;
}
