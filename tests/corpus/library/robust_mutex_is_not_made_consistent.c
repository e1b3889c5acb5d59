//@ assertions: unsafe  others: safe
//@ by: explicit
//@ domain: 0 1
//@ twin: robust_mutex_is_made_consistent
// The owner of the mutex ends. The next one does not say that it is repaired, and it is lost.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock;
static int value;

static void *ends(void *argument) {
    pthread_mutex_lock(&lock);
    value++;
    return 0;
}

int main(void) {
    pthread_mutexattr_t attribute;
    pthread_mutexattr_init(&attribute);
    pthread_mutexattr_setrobust(&attribute, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&lock, &attribute);
    pthread_t thread;
    pthread_create(&thread, 0, ends, 0);
    int first = pthread_mutex_lock(&lock);
    assert(first == 0 || first == EOWNERDEAD);
    value++;
    if (first == EOWNERDEAD) assert(value == 2);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    int second = pthread_mutex_lock(&lock);
    assert(second == (first == 0 ? EOWNERDEAD : 0));
    pthread_mutex_unlock(&lock);
    return 0;
}
