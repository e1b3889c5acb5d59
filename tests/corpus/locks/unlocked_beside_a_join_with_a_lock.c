//@ locks: unsafe
//@ by: explicit bmc
//@ twin: unlocked_beside_a_join_with_a_lock_right
// Two threads wait for each other for ever; main goes on and unlocks a mutex that it has not locked.
#include <pthread.h>

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
    pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
    pthread_create(&thread, 0, outer, 0);
    pthread_mutex_unlock(&other);
    return 0;
}
