//@ assertions: unsafe  data-race: unsafe  locks: unsafe  others: safe
//@ by: explicit
//@ twin: overwritten_before_the_thread
// A structure is cleared while a thread may hold the mutex in it: two threads have the mutex at once.
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct shared {
    pthread_mutex_t mutex;
    int count;
} shared = { PTHREAD_MUTEX_INITIALIZER, 0 };

void *adds(void *argument) {
    pthread_mutex_lock(&shared.mutex);
    shared.count++;
    pthread_mutex_unlock(&shared.mutex);
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, adds, 0);
    memset(&shared.mutex, 0, sizeof shared.mutex);
    adds(0);
    pthread_join(thread, 0);
    assert(shared.count == 2);
    return 0;
}
