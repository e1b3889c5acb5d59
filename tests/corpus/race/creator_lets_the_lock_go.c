//@ unsafe
//@ by: explicit
//@ twin: creator_keeps_the_lock
// The creator unlocks before the thread that relies on it has ended.
#include <pthread.h>

int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_t a, b;

void *locks(void *unused) {
    pthread_mutex_lock(&m);
    x = 1;
    pthread_mutex_unlock(&m);
    return unused;
}

void *trusts(void *unused) {
    x = 2;
    return unused;
}

int main(void) {
    pthread_create(&a, 0, locks, 0);
    pthread_mutex_lock(&m);
    pthread_create(&b, 0, trusts, 0);
    pthread_mutex_unlock(&m);
    pthread_join(b, 0);
    return 0;
}
