//@ assertions: safe
//@ by: explicit bmc lazy schedule widen slice
//@ twin: joins_while_it_holds_a_mutex
// A thread joins another one that needs a mutex which the first one holds: neither goes on, but main does, and its
// assertion holds.
#include <assert.h>
#include <pthread.h>

int y;
pthread_t child;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *inner(void *unused) {
    (void)unused;
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return 0;
}

void *outer(void *unused) {
    (void)unused;
    pthread_mutex_lock(&lock);
    pthread_create(&child, 0, inner, 0);
    pthread_join(child, 0);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, outer, 0);
    y = 2;
    assert(y == 2);
    return 0;
}
