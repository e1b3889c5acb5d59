//@ safe
// A join of a detached thread is refused with EINVAL, whatever the thread is doing.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t never = PTHREAD_COND_INITIALIZER;

void *waits(void *arg) {
    pthread_mutex_lock(&lock);
    pthread_cond_wait(&never, &lock);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, waits, 0);
    pthread_detach(thread);
    int code = pthread_join(thread, 0);
    assert(code == 22);
    return 0;
}
