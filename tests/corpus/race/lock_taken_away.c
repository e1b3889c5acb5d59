//@ data-race: unsafe  locks: unsafe  others: safe
//@ by: explicit
//@ twin: lock_left_alone
// Both writers lock, but a third thread unlocks the mutex that it does not own.
#include <pthread.h>

int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *writer(void *unused) {
    pthread_mutex_lock(&m);
    x = 1;
    pthread_mutex_unlock(&m);
    return unused;
}

void *thief(void *unused) {
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, 0, writer, 0);
    pthread_create(&b, 0, writer, 0);
    pthread_create(&c, 0, thief, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
    return 0;
}
