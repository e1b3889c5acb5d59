//@ all: safe
//@ by: explicit
//@ twin: detached_thread_joined_after_its_end
// Whoever was not detached can be joined, whether it has ended or not.
#include <assert.h>
#include <pthread.h>

void *worker(void *unused) {
    return unused;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, worker, 0);
    pthread_create(&second, 0, worker, 0);
    pthread_join(first, 0);
    assert(pthread_join(second, 0) == 0);
    return 0;
}
