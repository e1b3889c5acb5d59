//@ assertions: unsafe
//@ by: explicit bmc lazy schedule widen slice
//@ twin: joins_while_a_grandchild_waits_checked
// A grandchild needs the lock that is held while its parent is joined: nobody sets y. Main can be first to have the lock.
#include <assert.h>
#include <pthread.h>

int y;
pthread_t child, grandchild;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *last(void *unused) {
    (void)unused;
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return 0;
}

void *middle(void *unused) {
    (void)unused;
    pthread_create(&grandchild, 0, last, 0);
    pthread_join(grandchild, 0);
    return 0;
}

void *first(void *unused) {
    (void)unused;
    pthread_mutex_lock(&lock);
    pthread_create(&child, 0, middle, 0);
        pthread_join(child, 0);
    y = 1;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, first, 0);
    pthread_mutex_lock(&lock);
    assert(y == 1);
    pthread_mutex_unlock(&lock);
    return 0;
}
