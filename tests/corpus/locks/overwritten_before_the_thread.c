//@ all: safe
//@ by: explicit bmc
//@ twin: overwritten_by_another_thread
// A mutex is cleared and initialized before there is another thread, as many programs do.
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
    memset(&shared.mutex, 0, sizeof shared.mutex);
    pthread_mutex_init(&shared.mutex, 0);
    pthread_create(&thread, 0, adds, 0);
    adds(0);
    pthread_join(thread, 0);
    assert(shared.count == 2);
    return 0;
}
