//@ deadlock: unsafe  locks: unsafe  data-race: safe
//@ by: explicit
// A thread ends with the mutex. Main waits for it for ever, although a third thread may unlock what it does not hold: that is undefined
// and resolves no deadlock.
#include <pthread.h>

int flag;
pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

void *keep(void *unused) {
    pthread_mutex_lock(&guard);
    return unused;
}

void *unlock(void *unused) {
    int own = 0;
    pthread_mutex_unlock(&guard);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, unlock, 0);
    pthread_create(&b, 0, keep, 0);
    while (__sync_bool_compare_and_swap(&flag, 0, 1)) {
    }
    pthread_mutex_lock(&guard);
    return 0;
}
